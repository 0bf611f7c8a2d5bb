import type { Platform } from '#server/platform.ts'
import { filePrefix } from './blob-keys.ts'

const batch = 500

/**
 * Deletes files of the archive that no file version refers to: their transaction was lost and never repeated, or they were
 * duplicates. Only those put before `before`, since a younger one may still get its rows, and none of `pending`.
 * @returns how many
 */
export async function sweepOrphanBlobs(
  { database, blobs }: Platform,
  before: Date,
  pending: ReadonlySet<string> = new Set(),
): Promise<number> {
  let deleted = 0
  const sweep = async (keys: string[]): Promise<void> => {
    if (keys.length === 0) return
    const rows = await database.selectFrom('file_version').where('blob_key', 'in', keys).select('blob_key').execute()
    const known = new Set(rows.map((row) => row.blob_key))
    for (const key of keys) {
      if (known.has(key)) continue
      await blobs.delete(key)
      deleted++
    }
  }
  let keys: string[] = []
  for await (const { key, modified } of blobs.list(filePrefix)) {
    if (modified < before && !pending.has(key)) keys.push(key)
    if (keys.length < batch) continue
    await sweep(keys)
    keys = []
  }
  await sweep(keys)
  return deleted
}
