import type { RawValues, SampleBlock } from '../signals.ts'
import { bytesOf, rawView, type BitLayout } from './bit-layout.ts'
import { longRuns, type MessageRows } from './message-rows.ts'
import { payloadsInPlace, type PayloadRows } from './payload-rows.ts'
import type { Step } from './program.ts'

/** A piece of memory. */
export interface Piece {
  readonly buffer: ArrayBuffer
  /** A multiple of 8. */
  readonly offset: number
}

/** Bytes of one row: its time and its values. */
export function rowBytes(layouts: readonly BitLayout[]): number {
  return layouts.reduce((sum, { raw }) => sum + bytesOf(raw), 8)
}

/** Bytes that columns of `count` rows need together, each beginning at a multiple of 8. */
export function columnBytes(layouts: readonly BitLayout[], count: number): number {
  return layouts.reduce((sum, { raw }) => sum + aligned(bytesOf(raw) * count), count * 8)
}

/** The samples of one group that will be one block: columns with room for `room` rows, filled from the front. */
export class SampleRows {
  readonly room: number
  readonly #timeNs: Float64Array
  readonly #raw: readonly RawValues[]
  /** There from the first row on whose frame is too short for the column; ones in front of it and behind. */
  readonly #valid: (Uint8Array | null)[]
  readonly #rounded: boolean[]
  #count = 0

  /** `piece` has `columnBytes` of the layouts. */
  constructor(layouts: readonly BitLayout[], room: number, { buffer, offset }: Piece) {
    this.room = room
    let at = offset + room * 8
    this.#timeNs = new Float64Array(buffer, offset, room)
    this.#raw = layouts.map(({ raw }) => {
      const view = rawView(raw, buffer, at, room)
      at += aligned(bytesOf(raw) * room)
      return view
    })
    this.#valid = layouts.map(() => null)
    this.#rounded = layouts.map(() => false)
  }

  /** Rows that still fit. */
  get left(): number {
    return this.room - this.#count
  }

  /** Adds the samples of `rows[from]` to `rows[to - 1]`, at most `left`. */
  decode(step: Step, of: MessageRows, from: number, to: number, payloads: PayloadRows): void {
    const whole = of.shortest >= step.bytesNeeded ? step.whole?.(to - from) : null
    const inPlace = whole && payloadsInPlace(of.block, step.bytesRead - step.bytesNeeded)
    if (inPlace) {
      whole(of.rows, from, to, of.block, inPlace, this.#timeNs, this.#raw, this.#count)
      this.#count += to - from
      return
    }
    const most = payloads.open(step.bytesNeeded)
    for (let first = from; first < to; first += most) {
      const count = Math.min(most, to - first)
      payloads.gather(of.block, of.rows, first, count)
      this.#timeNs.set(payloads.timeNs.subarray(0, count), this.#count)
      for (let column = 0; column < step.layouts.length; column++) this.#column(column, step, of, first, count, payloads)
      this.#count += count
    }
  }

  #column(column: number, step: Step, of: MessageRows, from: number, count: number, payloads: PayloadRows): void {
    const [layout, loop, out] = [step.layouts[column], step.loops[column], this.#raw[column]]
    if (!layout || !loop || !out) return
    const at = this.#count
    const long = (first: number, rows: number): void => {
      const rounded = loop(payloads.view, payloads.stride, first, rows, layout, out, at + first)
      if (rounded) this.#rounded[column] = true
    }
    const short = (row: number): void => {
      const valid = (this.#valid[column] ??= new Uint8Array(this.room).fill(1))
      valid[at + row] = 0
      out[at + row] = 0
    }
    longRuns(of, from, count, layout.bytesNeeded, long, short)
  }

  /** The samples so far. */
  block(group: number): SampleBlock {
    const count = this.#count
    const cut = <T extends RawValues>(column: T): T => (count === this.room ? column : column.subarray(0, count)) as T
    return {
      group,
      count,
      timeNs: cut(this.#timeNs),
      raw: this.#raw.map(cut),
      valid: this.#valid.map((mask) => mask && cut(mask)),
      ...(this.#rounded.includes(true) && { rounded: this.#rounded }),
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
