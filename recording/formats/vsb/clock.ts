import { instantFromEpochNanoseconds, type Instant } from '../../instant.ts'
import { doubleSeconds, field, tickUnits, vsbEpochMs } from './records.ts'

const vsbEpochNs = BigInt(vsbEpochMs) * 1_000_000n
const noUnit = { highNs: 0, lowNs: 0 }

/** Turns the time stamps of records into nanoseconds since the first record, exactly. */
export class VsbClock {
  readonly origin: Instant
  #originNs: bigint
  #kind: number
  #high: number
  #low: number
  #unit: { highNs: number; lowNs: number }
  /** 0x102 marks doubles as 0x104 does; 0x103 and 0x101 mark them with the inverted top bit. */
  #inverted: boolean

  /** `view` at `at` is the first record of the file. */
  constructor(view: DataView, at: number, inverted: boolean) {
    this.#inverted = inverted
    this.#kind = this.#kindOf(view, at)
    this.#high = view.getUint32(at + field.timeHardware2, true)
    this.#low = view.getUint32(at + field.timeHardware, true)
    this.#unit = tickUnits.get(this.#kind) ?? noUnit
    this.#originNs = this.#absoluteNs(view, at, this.#kind)
    this.origin = instantFromEpochNanoseconds(this.#originNs)
  }

  /**
   * How the time stamps like the first record's become nanoseconds: ticks above (high, low), where the record's kind of
   * time stamp is `kindByte`. Null when they are no ticks.
   */
  get line(): { kindByte: number; high: number; low: number; highNs: number; lowNs: number } | null {
    if (this.#unit === noUnit) return null
    const kindByte = this.#kind ^ (this.#inverted ? 0x80 : 0)
    return { kindByte, high: this.#high, low: this.#low, ...this.#unit }
  }

  #kindOf(view: DataView, at: number): number {
    const id = view.getUint8(at + field.timeHardwareId) ^ (this.#inverted ? 0x80 : 0)
    if (this.#inverted && id & 0x80) return doubleSeconds
    return id & 0x80 ? 0 : id
  }

  /** Nanoseconds of the record at `at` since the first record. */
  nanoseconds(view: DataView, at: number): number {
    const kind = this.#kindOf(view, at)
    if (kind === this.#kind && this.#unit !== noUnit) {
      const high = view.getUint32(at + field.timeHardware2, true) - this.#high
      const low = view.getUint32(at + field.timeHardware, true) - this.#low
      return high * this.#unit.highNs + low * this.#unit.lowNs
    }
    return Number(this.#absoluteNs(view, at, kind) - this.#originNs)
  }

  #absoluteNs(view: DataView, at: number, kind: number): bigint {
    const unit = tickUnits.get(kind)
    if (unit) {
      const high = BigInt(view.getUint32(at + field.timeHardware2, true)) * BigInt(unit.highNs)
      return vsbEpochNs + high + BigInt(view.getUint32(at + field.timeHardware, true)) * BigInt(unit.lowNs)
    }
    if (kind === doubleSeconds) {
      const seconds = view.getFloat64(at + field.timeHardware, true)
      // A damaged double must not become an endless BigInt; 1e9 s are 31 years after 2007.
      return vsbEpochNs + (Math.abs(seconds) < 1e10 ? BigInt(Math.round(seconds * 1e9)) : 0n)
    }
    return vsbEpochNs + BigInt(view.getUint32(at + field.timeSystem, true)) * 1_000_000n
  }
}
