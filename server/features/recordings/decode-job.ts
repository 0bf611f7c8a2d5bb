import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { addJob } from '#server/queue/job-states.ts'

interface Recording {
  readonly organizationId: number
  readonly fileVersionId: number
  readonly deviceId: number | null
}

/** Queues the decoding of a recording because somebody waits for it; the id of the job, or of the one that waits already. */
export async function addOrFindJob(database: Kysely<Database>, recording: Recording): Promise<number> {
  const { organizationId, fileVersionId, deviceId } = recording
  for (;;) {
    const added = await database
      .transaction()
      .execute((transaction) => addJob(transaction, { organizationId, jobType: 'DECODE', lookupId: fileVersionId, deviceId }))
    if (added !== undefined) return added
    const waiting = await database
      .selectFrom('job')
      .where('job_type', '=', 'DECODE')
      .where('lookup_id', '=', fileVersionId)
      .where('run_status', 'in', ['NEW', 'LATER'])
      .select('id')
      .executeTakeFirst()
    // taken up between the two looks: then another one may be queued
    if (waiting !== undefined) return waiting.id
  }
}
