import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of printing that a box may send at once, each line counted as so many more; the first process sends fewer. */
const atOnce = 32 * 1024 * 1024
const lineBytes = 200
/** And then in a second: some hundredths of a processor's time here. */
const perSecond = 2 * 1024 * 1024
const newline = 0x0a

/**
 * How fast a box's printing is read. A box that keeps to its rules never waits: its first process leaves out what is too
 * much. One that does not keep to them is read so slowly that it is no burden, and its script waits for its pipe.
 */
export class PrintingPace {
  #left = atOnce
  #at = performance.now()
  readonly #hurry = new AbortController()

  /** Resolves when these bytes may be looked at. */
  async take(bytes: Buffer): Promise<void> {
    this.#left -= bytes.length + lineBytes * linesOf(bytes) + lineBytes
    if (this.#left >= 0) return
    const now = performance.now()
    this.#left = Math.min(atOnce, this.#left + ((now - this.#at) / 1_000) * perSecond)
    this.#at = now
    const signal = this.#hurry.signal
    if (this.#left >= 0 || signal.aborted) return
    await pause((-this.#left / perSecond) * 1_000, undefined, { signal }).catch(() => undefined) // it was told to hurry
  }

  /** The box ends: nobody waits any more. */
  hurry(): void {
    this.#hurry.abort()
  }
}

function linesOf(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count++
  return count
}
