import type { Platform } from '#server/platform.ts'
import { repeat } from '#server/repeat.ts'
import { deleteExpiredDownloads } from './user-downloads.ts'

const hour = 3600 * 1000

/** Deletes expired zips now and every hour. Answers how to stop, which waits for a deletion under way. */
export function keepDownloadsClean({ database, now, log }: Platform): () => Promise<void> {
  const failed = 'expired downloads could not be deleted; tried again in an hour'
  return repeat({ everyMs: hour, log, failed }, async () => {
    const deleted = await deleteExpiredDownloads(database, now())
    if (deleted > 0) log.info({ deleted }, 'expired downloads were deleted')
  }).stop
}
