import type { Kysely } from 'kysely'
import type { JobType } from '#contract/jobs.ts'
import type { Database } from '#server/database/schema.ts'

/** Kinds of jobs that loggers carry out, not the server's workers. None yet: manual uploads will be the first. */
const loggerJobTypes: readonly JobType[] = []

/** What waits for a logger to take it, oldest first. */
export async function waitingRequests(
  database: Kysely<Database>,
  deviceId: number,
): Promise<{ id: number; type: string; arguments: string }[]> {
  if (loggerJobTypes.length === 0) return []
  return await database
    .selectFrom('job')
    .where('device_id', '=', deviceId)
    .where('job_type', 'in', [...loggerJobTypes])
    .where('run_status', 'in', ['NEW', 'LATER'])
    .select(['id', 'job_type as type', 'arguments'])
    .orderBy('id')
    .execute()
}
