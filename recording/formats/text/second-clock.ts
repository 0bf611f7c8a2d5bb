import type { Instant } from '../../instant.ts'
import type { Decimal } from './numbers.ts'

/**
 * Turns seconds since 1970 into nanoseconds since the recording's origin, which is the whole second before its first time:
 * nanoseconds since 1970 are more than a double holds.
 */
export class SecondClock {
  readonly origin: Instant
  #second: number

  /** `first` is the first time of the file, or null when it has none. */
  constructor(first: Pick<Decimal, 'whole'> | null) {
    this.#second = first?.whole ?? 0
    this.origin = { epochMs: this.#second * 1000, nanos: 0 }
  }

  nanoseconds(time: Decimal): number {
    return (time.whole - this.#second) * 1e9 + time.billionths
  }
}
