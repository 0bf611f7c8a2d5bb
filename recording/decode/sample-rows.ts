import type { FrameBlock } from '../frames.ts'
import type { RawValues, SampleBlock } from '../signals.ts'
import { bytesOf, rawView, type BitLayout } from './bit-layout.ts'
import type { Step } from './program.ts'

/** A piece of memory, zeroed. */
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
  readonly #layouts: readonly BitLayout[]
  readonly room: number
  readonly #timeNs: Float64Array
  readonly #raw: readonly RawValues[]
  readonly #rounded: Uint8Array
  /** There from the first row on whose frame is too short for some signal. */
  #valid: readonly Uint8Array[] | null = null
  #count = 0
  #shortest = Infinity

  /** `piece` has `columnBytes` of the layouts. */
  constructor(layouts: readonly BitLayout[], room: number, { buffer, offset }: Piece) {
    this.#layouts = layouts
    this.room = room
    this.#timeNs = new Float64Array(buffer, offset, room)
    let at = offset + room * 8
    this.#raw = layouts.map(({ raw }) => {
      const view = rawView(raw, buffer, at, room)
      at += aligned(bytesOf(raw) * room)
      return view
    })
    this.#rounded = new Uint8Array(layouts.length)
  }

  /** Rows that still fit. */
  get left(): number {
    return this.room - this.#count
  }

  /** Adds the samples of `rows[from]` to `rows[to - 1]`, at most `left`, whose payloads are `shortest` bytes or longer. */
  decode(
    step: Step,
    rows: Uint16Array,
    from: number,
    to: number,
    block: FrameBlock,
    shortest: number,
    words: Uint32Array | null,
  ): void {
    const whole = shortest >= step.bytesNeeded
    if (!whole) this.#valid ??= this.#layouts.map(() => new Uint8Array(this.room).fill(1, 0, this.#count))
    const loop = whole ? ((words && step.aligned) ?? step.whole) : step.checked
    const at = this.#count
    loop(rows, from, to, block, {
      at,
      timeNs: this.#timeNs,
      raw: this.#raw,
      valid: this.#valid ?? [],
      rounded: this.#rounded,
      words,
    })
    this.#count += to - from
    if (whole) this.#valid?.forEach((column) => column.fill(1, at, this.#count))
    if (shortest < this.#shortest) this.#shortest = shortest
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
      valid: this.#layouts.map(({ bytesNeeded }, column) => {
        const mask = bytesNeeded > this.#shortest && this.#valid?.[column]
        return mask ? cut(mask) : null
      }),
      ...(this.#rounded.includes(1) && { rounded: Array.from(this.#rounded, (is) => is === 1) }),
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
