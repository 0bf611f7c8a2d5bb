import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'

function jobsOf(database: Kysely<Database>, organizationId: number) {
  return database.selectFrom('job').where('organization_id', '=', organizationId).selectAll()
}

/** Newest first. Without ids: all. */
export async function listJobRows(
  database: Kysely<Database>,
  organizationId: number,
  { ids, max }: { ids: readonly number[]; max: number },
) {
  return await jobsOf(database, organizationId)
    .$if(ids.length > 0, (query) => query.where('id', 'in', [...ids]))
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

export async function findJob(database: Kysely<Database>, organizationId: number, id: number) {
  return await jobsOf(database, organizationId).where('id', '=', id).executeTakeFirst()
}

export async function jobOfRun(database: Kysely<Database>, organizationId: number, runId: number) {
  return await jobsOf(database, organizationId)
    .where('id', '=', ({ selectFrom }) => selectFrom('run').where('run.id', '=', runId).select('run.job_id'))
    .executeTakeFirst()
}

/** The job, which stays as it is until the transaction ends. */
export async function lockJob(transaction: Transaction<Database>, organizationId: number, id: number) {
  return await jobsOf(transaction, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()
}

export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>
