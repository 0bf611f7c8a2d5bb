import type { Platform } from '#server/platform.ts'
import { ChangeFeed } from './change-feed.ts'
import { EventStreams } from './event-streams.ts'

/**
 * The streams of this process, fed by the database.
 * @param onJobs told the ids of jobs whose state has changed; null: perhaps all
 */
export async function startEvents(
  { pool, log }: Platform,
  onJobs: (ids: readonly number[] | null) => void,
): Promise<{ streams: EventStreams; stop(): void }> {
  const streams = new EventStreams()
  const feed = new ChangeFeed({
    pool,
    log,
    onChange: (change) => {
      streams.tell(change)
      if (change.topic === 'job') onJobs(change.ids)
    },
    onGap: () => {
      streams.gap()
      onJobs(null)
    },
  })
  await feed.start()
  return {
    streams,
    stop() {
      feed.stop()
      streams.stop()
    },
  }
}
