import type { Kysely } from 'kysely'
import type { JobType } from '#contract/jobs.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { EndedJob, JobEffect, JobHandlers } from '#server/queue/job-handler.ts'
import { cancelJob, removeJob } from '#server/queue/job-states.ts'
import type { JobRow } from './store.ts'
import { findJob, lockJob } from './store.ts'

const runKinds: readonly JobType[] = ['IPA_MANUAL', 'IPA_INGRESS']

/**
 * Cancels a job that waits or is at work, with what follows from it for its thing; one that has ended stays as it is.
 * @throws Problem 404, 403
 */
export async function cancelJobOf(
  database: Kysely<Database>,
  handlers: JobHandlers,
  caller: UserCaller,
  id: number,
): Promise<JobRow> {
  const job = await jobToEnd(database, caller, id)
  await database.transaction().execute(async (transaction) => {
    if (await cancelJob(transaction, caller.organizationId, id))
      await effectOfCancel(handlers, job, `Canceled by ${caller.username}`)(transaction)
  })
  return (await findJob(database, caller.organizationId, id)) ?? job
}

/**
 * Withdraws a job that waits for its first turn, with what follows from it for its thing, or removes one that has ended.
 * @throws Problem 404, 403, 409 while it is at work or will be tried again
 */
export async function deleteJobOf(
  database: Kysely<Database>,
  handlers: JobHandlers,
  caller: UserCaller,
  id: number,
): Promise<void> {
  await jobToEnd(database, caller, id)
  await database.transaction().execute(async (transaction) => {
    const job = await lockJob(transaction, caller.organizationId, id)
    if (job === undefined) throw notFound()
    if (job.run_status === 'NEW') await effectOfCancel(handlers, job, `Withdrawn by ${caller.username}`)(transaction)
    if (!(await removeJob(transaction, caller.organizationId, id))) throw new Problem('job-at-work')
  })
}

async function jobToEnd(database: Kysely<Database>, caller: UserCaller, id: number): Promise<JobRow> {
  const job = await findJob(database, caller.organizationId, id)
  if (job === undefined) throw notFound()
  if (!caller.administrator && !(await isOwnRun(database, caller, job))) throw new Problem('forbidden')
  return job
}

async function isOwnRun(database: Kysely<Database>, { userId }: UserCaller, job: JobRow): Promise<boolean> {
  if (!runKinds.includes(job.job_type)) return false
  const run = await database
    .selectFrom('run')
    .where('job_id', '=', job.id)
    .where('user_id', '=', userId)
    .select('id')
    .executeTakeFirst()
  return run !== undefined
}

function effectOfCancel(handlers: JobHandlers, job: JobRow, reason: string): JobEffect {
  const handler = job.job_type === 'UNKNOWN' ? undefined : handlers[job.job_type]
  const ended: EndedJob = {
    id: job.id,
    organizationId: job.organization_id,
    jobType: job.job_type,
    arguments: job.arguments,
    deviceId: job.device_id,
    lookupId: job.lookup_id,
  }
  return (handler?.canceled ?? handler?.failed)?.call(handler, ended, reason) ?? (async () => {})
}
