import type { Platform } from '#server/platform.ts'
import { deleteExpiredDownloads } from './user-downloads.ts'

const hour = 3600 * 1000

/** Deletes expired zips now and every hour. Answers how to stop, which waits for a deletion under way. */
export function keepDownloadsClean({ database, now, log }: Platform): () => Promise<void> {
  const cleanUp = async (): Promise<void> => {
    try {
      const deleted = await deleteExpiredDownloads(database, now())
      if (deleted > 0) log.info({ deleted }, 'expired downloads were deleted')
    } catch (error) {
      log.warn({ err: error }, 'expired downloads could not be deleted; tried again in an hour')
    }
  }
  let running = cleanUp()
  const timer = setInterval(() => (running = cleanUp()), hour)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
