import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import type { Platform } from '#server/platform.ts'
import { repeat } from '#server/repeat.ts'
import { cancelJobsOf } from '#server/queue/job-states.ts'
import { deleteEmptyUpload } from './empty-upload.ts'

const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000
/** Files that one look takes up. */
const batch = 100

/** When a file that is recycled now is deleted for good. */
export function purgeDateOf({ settings }: Pick<Platform, 'settings'>, recycled: Date): Date {
  return new Date(recycled.getTime() + settings.recycleDays * day)
}

/** What must hold of a recycled file that goes: it may have been restored, and recycled anew, since somebody looked. */
type Condition = RawBuilder<boolean>

/**
 * Deletes a recycled file for good: rows in one transaction, then its blobs. A crash between the two leaves blobs that no
 * row names: the sweeps of orphans delete those (uploads/orphan-blobs.ts, recordings/orphans.ts).
 * @returns false when there is no such recycled file
 */
export async function purgeFile({ database, blobs, log }: Platform, id: number, condition: Condition): Promise<boolean> {
  if (!(await isRecycled(database, id, condition).executeTakeFirst())) return false
  const keys = await database
    .transaction()
    .execute((transaction) => deleteRows(transaction, id, condition))
    .catch((error: unknown) => {
      if (error instanceof NoLongerRecycled) return undefined
      throw error
    })
  if (keys === undefined) return false
  for (const key of keys) {
    await blobs.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'a purged file is left to the sweep'))
  }
  return true
}

function isRecycled(database: Kysely<Database>, id: number, condition: Condition) {
  return database
    .selectFrom('file_version')
    .where('id', '=', id)
    .where('recycled_at', 'is not', null)
    .where(condition)
    .select('id')
}

/** Restored or purged after the first look; what was done since is undone. */
class NoLongerRecycled extends Error {}

/** The keys of the blobs that have no row any more. */
async function deleteRows(transaction: Transaction<Database>, id: number, condition: Condition): Promise<readonly string[]> {
  // Jobs first, then the file: the order in which a job that ends writes. One that does so now comes before; one that still
  // reads the file learns with its next heartbeat that it has gone, and what it finds is not kept.
  await cancelJobsOf(transaction, id, ['INGEST', 'DECODE', 'EXPORT'], { running: true, outcome: 'The file was deleted for good' })
  if (!(await isRecycled(transaction, id, condition).forUpdate().executeTakeFirst())) throw new NoLongerRecycled()
  const recording = await transaction
    .deleteFrom('recording')
    .where('file_version_id', '=', id)
    .returning('store_key')
    .executeTakeFirst()
  const file = await transaction
    .deleteFrom('file_version')
    .where('id', '=', id)
    .returning(['upload_id', 'organization_id', 'blob_key', 'size'])
    .executeTakeFirstOrThrow()
  await deleteEmptyUpload(transaction, file.upload_id)
  // last, since all uploads of the organization wait for this row
  await sql`
    UPDATE organization SET used_bytes = greatest(0, used_bytes - ${file.size}) WHERE id = ${file.organization_id}`.execute(
    transaction,
  )
  return recording?.store_key == null ? [file.blob_key] : [file.blob_key, recording.store_key]
}

/**
 * Deletes for good what has been recycled for as many days as the setting says. Safe to repeat, safe on two servers.
 * @returns how many files
 */
export async function purgeExpired(platform: Platform): Promise<number> {
  const { database, settings, now } = platform
  const recycledBy = new Date(now().getTime() - settings.recycleDays * day)
  let purged = 0
  for (let after = 0; ;) {
    const ids = await dueFiles(database, recycledBy, after)
    for (const id of ids) if (await purgeFile(platform, id, sql`recycled_at <= ${recycledBy}`)) purged++
    const last = ids.at(-1)
    if (last === undefined || ids.length < batch) return purged
    after = last
  }
}

async function dueFiles(database: Kysely<Database>, recycledBy: Date, after: number): Promise<readonly number[]> {
  const rows = await database
    .selectFrom('file_version')
    .where('recycled_at', '<=', recycledBy)
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(batch)
    .execute()
  return rows.map(({ id }) => id)
}

/** Purges now and every hour. Answers how to stop, which waits for a purge under way. */
export function keepPurging(platform: Platform): () => Promise<void> {
  const { log } = platform
  const failed = 'recycled files could not be purged; tried again in an hour'
  return repeat({ everyMs: hour, log, failed }, async () => {
    const purged = await purgeExpired(platform)
    if (purged > 0) log.info({ purged }, 'recycled files were deleted for good')
  }).stop
}
