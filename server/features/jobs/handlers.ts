import type { Transaction } from 'kysely'
import { idText } from '#contract/fields.ts'
import type { Job } from '#contract/jobs.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { admit } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { JobHandlers } from '#server/queue/job-handler.ts'
import { cancelJobOf, deleteJobOf } from './end-job.ts'
import type { JobRow } from './store.ts'
import { findJob, jobOfRun, listJobRows } from './store.ts'

interface Given {
  /** What follows for the thing of a job that is canceled. */
  readonly workers: JobHandlers
  /** Makes the runs of a manual analyzer. */
  readonly runAnalyzer: RunAnalyzer
}

/**
 * Makes a run for each script of a manual analyzer that the caller may run; gives their ids, in the scripts' order.
 * @throws Problem
 */
export type RunAnalyzer = (
  transaction: Transaction<Database>,
  caller: UserCaller,
  analyzerId: number,
) => Promise<readonly number[]>

export function jobHandlers(
  { database }: Platform,
  { workers, runAnalyzer }: Given,
): HandlersOf<'listJobs' | 'getJob' | 'createJob' | 'cancelJob' | 'deleteJob'> {
  return {
    async createJob({ caller, body }) {
      if (body.jobType !== 'IPA_MANUAL') throw new Problem('job-kind', { kind: body.jobType })
      admit(caller, 'ipa')
      const { success, data: analyzerId } = idText.safeParse(body.arguments)
      if (!success) throw invalidField('arguments', 'Write the id of an analyzer')
      const job = await database.transaction().execute(async (transaction) => {
        const [first] = await runAnalyzer(transaction, caller, analyzerId)
        return await jobOfRun(transaction, caller.organizationId, first ?? 0)
      })
      if (job === undefined) throw notFound()
      return presentJob(job)
    },

    async cancelJob({ caller, params }) {
      return presentJob(await cancelJobOf(database, workers, caller, params.id))
    },

    async deleteJob({ caller, params }) {
      await deleteJobOf(database, workers, caller, params.id)
    },

    async listJobs({ caller, query }) {
      return (await listJobRows(database, caller.organizationId, query)).map(presentJob)
    },

    async getJob({ caller, params }) {
      const row = await findJob(database, caller.organizationId, params.id)
      if (row === undefined) throw notFound()
      return presentJob(row)
    },
  }
}

/** A job as everybody sees it. */
export function presentJob(row: JobRow): Job {
  return {
    id: row.id,
    _href: `/api/v1/jobQueue/${row.id}`,
    arguments: row.arguments,
    dateCreated: row.date_created.toISOString(),
    device: row.device_id === null ? null : { id: row.device_id },
    finished: row.finished?.toISOString() ?? null,
    jobType: row.job_type,
    lastError: row.last_error,
    lastProcess: row.last_process,
    priority: row.priority,
    processOwner: row.process_owner,
    runStatus: row.run_status,
    runType: row.run_type,
    started: row.started?.toISOString() ?? null,
    version: row.version,
    lookupId: row.lookup_id,
    outcome: row.outcome,
  }
}
