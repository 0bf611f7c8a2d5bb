import type { Platform } from '#server/platform.ts'
import { ChangeFeed } from './change-feed.ts'
import { EventStreams } from './event-streams.ts'

/** The streams of this process, fed by the database. */
export async function startEvents({ pool, log }: Platform): Promise<{ streams: EventStreams; stop(): void }> {
  const streams = new EventStreams()
  const feed = new ChangeFeed({
    pool,
    log,
    onChange: (change) => streams.tell(change),
    onGap: () => streams.gap(),
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
