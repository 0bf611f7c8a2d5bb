import type { FrameBlock } from '../frames.ts'
import type { RawValues, SampleBlock } from '../signals.ts'
import { bytesOf, rawView, type BitLayout } from './bit-layout.ts'
import type { LoopOutput } from './loop-maker.ts'
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
  readonly room: number
  readonly #layouts: readonly BitLayout[]
  /** What loops fill, with the rows so far as `at`. Without masks up to the first row whose frame is too short for some signal. */
  readonly #output: LoopOutput
  #shortest = Infinity

  /** `piece` has `columnBytes` of the layouts. */
  constructor(layouts: readonly BitLayout[], room: number, { buffer, offset }: Piece) {
    this.room = room
    this.#layouts = layouts
    let at = offset + room * 8
    const raw = layouts.map((layout) => {
      const view = rawView(layout.raw, buffer, at, room)
      at += aligned(bytesOf(layout.raw) * room)
      return view
    })
    const timeNs = new Float64Array(buffer, offset, room)
    this.#output = { at: 0, timeNs, raw, valid: [], rounded: new Uint8Array(layouts.length), words: null }
  }

  /** Rows that still fit. */
  get left(): number {
    return this.room - this.#output.at
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
    const output = this.#output
    const { at } = output
    const whole = shortest >= step.bytesNeeded
    if (!whole && output.valid.length === 0) output.valid = this.#layouts.map(() => new Uint8Array(this.room).fill(1, 0, at))
    output.words = words
    const loop = whole ? ((words && step.aligned) ?? step.whole) : step.checked
    loop(rows, from, to, block, output)
    output.at += to - from
    if (whole) for (const mask of output.valid) mask.fill(1, at, output.at)
    if (shortest < this.#shortest) this.#shortest = shortest
  }

  /** The samples so far. */
  block(group: number): SampleBlock {
    const { at: count, timeNs, raw, valid, rounded } = this.#output
    const cut = <T extends RawValues>(column: T): T => (count === this.room ? column : column.subarray(0, count)) as T
    return {
      group,
      count,
      timeNs: cut(timeNs),
      raw: raw.map(cut),
      valid: this.#layouts.map(({ bytesNeeded }, column) => {
        const mask = bytesNeeded > this.#shortest && valid[column]
        return mask ? cut(mask) : null
      }),
      ...(rounded.includes(1) && { rounded: Array.from(rounded, (is) => is === 1) }),
    }
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}
