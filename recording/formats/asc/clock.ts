import { nanosecondsBetween, type Instant } from '../../instant.ts'
import type { Decimal } from '../text/numbers.ts'

/** Turns the times of an ASC file's lines into nanoseconds since the recording's origin. */
export class AscClock {
  #origin: Instant
  #relative: boolean
  #lastNs = 0
  #baseNs = 0
  #block: Instant | null = null

  constructor(origin: Instant, relative: boolean) {
    this.#origin = origin
    this.#relative = relative
  }

  /**
   * A trigger block begins. Most writers let the times of all blocks count from the start of measurement; some begin each block
   * at zero, and then its date is where it counts from.
   */
  beginBlock(date: Instant | null): void {
    this.#block = date
  }

  /** Nanoseconds of a line's time; every line with a time must come here, because `timestamps relative` counts from line to line. */
  nanoseconds(time: Pick<Decimal, 'whole' | 'billionths'>): number {
    const ns = time.whole * 1e9 + time.billionths
    if (this.#relative) return (this.#lastNs += ns)
    if (this.#block) {
      if (this.#baseNs + ns < this.#lastNs) this.#baseNs = nanosecondsBetween(this.#origin, this.#block)
      this.#block = null
    }
    return (this.#lastNs = this.#baseNs + ns)
  }
}
