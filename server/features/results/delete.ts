import { sql } from 'kysely'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findResult, findResultFile } from './store.ts'

/*
 * Rows first, then blobs: a crash between the two leaves blobs that no row names, which the sweep of orphans deletes
 * (recordings/orphans.ts).
 */

/** @throws Problem 404, 403 for what is not the caller's, 409 while it is at work or waits */
export async function deleteResult(platform: Platform, caller: UserCaller, id: number): Promise<void> {
  const { database } = platform
  const result = await findResult(database, caller, id)
  if (result === undefined) throw notFound()
  requireOwn(caller, result.user_id)
  const keys = await database.transaction().execute(async (transaction) => {
    const run = await transaction.selectFrom('run').where('id', '=', id).select('status').forUpdate().executeTakeFirst()
    if (run === undefined) throw notFound()
    if (run.status === 'new' || run.status === 'running') throw new Problem('run-at-work')
    const files = await transaction.selectFrom('result_file').where('run_id', '=', id).select('blob_key').execute()
    await transaction.deleteFrom('run').where('id', '=', id).execute()
    return files.map((file) => file.blob_key)
  })
  await deleteBlobs(platform, keys)
}

/** @throws Problem 404, 403 for what is not the caller's */
export async function deleteResultFile(platform: Platform, caller: UserCaller, id: number): Promise<void> {
  const { database } = platform
  const file = await findResultFile(database, caller, id)
  if (file === undefined) throw notFound()
  requireOwn(caller, file.user_id)
  const deleted = await database.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('result_file').where('id', '=', id).executeTakeFirst()
    await transaction
      .updateTable('run')
      .set({ updated_at: sql`now()` })
      .where('id', '=', file.run_id)
      .execute()
    return numDeletedRows > 0n
  })
  if (!deleted) throw notFound()
  await deleteBlobs(platform, [file.blob_key])
}

export function requireOwn({ userId, administrator }: UserCaller, ownerId: number | null): void {
  if (!administrator && ownerId !== userId) throw new Problem('forbidden')
}

async function deleteBlobs({ blobs, log }: Platform, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await blobs.delete(key).catch((error: unknown) => log.warn({ err: error, key }, 'a deleted file is left to the sweep'))
}
