import { readEvents } from './read-events.ts'
import type { Told } from './read-events.ts'

interface Given {
  /** Asks for the stream; null when nobody is signed in. */
  readonly open: (signal: AbortSignal) => Promise<Response | null>
  readonly onTold: (told: Told) => void
  /** The stream ended or could not be had; it is tried again. */
  readonly onDown: () => void
  readonly signal: AbortSignal
}

/** Pauses between tries, milliseconds; the last one again and again. */
const pauses = [1_000, 2_000, 5_000, 15_000, 30_000]

/** Follows the server's events until the signal; whatever breaks, it connects again. */
export async function followEvents({ open, onTold, onDown, signal }: Given): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const response = await open(signal)
      if (response?.ok && response.body !== null)
        for await (const told of readEvents(response.body)) {
          failures = 0
          onTold(told)
        }
    } catch {
      // whatever it was: the next try shows whether it lasts
    }
    if (signal.aborted) return
    onDown()
    const most = pauses[Math.min(failures++, pauses.length - 1)] ?? 0
    // Many pages that lost the same server must not come back in the same moment.
    await pause(most * (0.5 + Math.random() / 2), signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
