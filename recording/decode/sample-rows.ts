import type { RawValues, SampleBlock } from '../signals.ts'
import { rawView } from './bit-layout.ts'
import type { ColumnPass } from './column-pass.ts'
import type { ColumnSet } from './column-set.ts'
import { longRuns, type MessageRows } from './message-rows.ts'
import type { PayloadArea } from './payload-area.ts'

/** The samples of one group that become one block: its times, then its columns one after the other. */
export class SampleRows {
  readonly #group: number
  readonly #columns: ColumnSet
  readonly #count: number
  readonly #at: number
  /** There when a frame is too short for a column, then for that column: ones, and zeros. */
  #valid: (Uint8Array | null)[] | undefined
  #rounded: boolean[] | undefined

  /** `at` is the address of the columns' `roomBytes` for `count` rows. */
  constructor(group: number, columns: ColumnSet, count: number, at: number) {
    this.#group = group
    this.#columns = columns
    this.#count = count
    this.#at = at
  }

  /** Makes the samples of all rows `of` a message, of whose payloads the columns need `bytesNeeded`. */
  decode(of: MessageRows, bytesNeeded: number, pass: ColumnPass, payloads: PayloadArea): void {
    const columns = this.#columns
    const values = this.#at + this.#count * 8
    const most = payloads.open(bytesNeeded)
    const { at, stride } = payloads
    for (let first = 0; first < this.#count; first += most) {
      const rows = Math.min(most, this.#count - first)
      pass.gather(of.rows + first * 2, rows, stride, at, this.#at + first * 8)
      if (of.shortest >= bytesNeeded) pass.columns(columns, at, stride, rows, values, this.#count, first)
      else this.#columnByColumn(of, first, rows, pass, payloads)
    }
    for (const column of columns.takeRounded()) (this.#rounded ??= columns.layouts.map(() => false))[column] = true
  }

  /** Rows of which some are too short for some columns. */
  #columnByColumn(of: MessageRows, from: number, count: number, pass: ColumnPass, { at, stride }: PayloadArea): void {
    const columns = this.#columns
    const { u8 } = pass.memory
    let start = this.#at + this.#count * 8
    columns.layouts.forEach(({ bytesNeeded }, column) => {
      const bytes = columns.valueBytes[column] ?? 0
      const out = start + from * bytes
      start += columns.pitch(column, this.#count)
      const long = (first: number, rows: number): void =>
        pass.column(columns, column, at + first * stride, stride, rows, out + first * bytes)
      const short = (row: number): void => {
        this.#maskOf(column)[from + row] = 0
        u8.fill(0, out + row * bytes, out + (row + 1) * bytes)
      }
      longRuns(of, pass.memory, from, count, bytesNeeded, long, short)
    })
  }

  #maskOf(column: number): Uint8Array {
    const masks = (this.#valid ??= this.#columns.noMasks.slice())
    return (masks[column] ??= new Uint8Array(this.#count).fill(1))
  }

  /** The samples; `buffer` is a copy of the memory from address `from` on. */
  block(buffer: ArrayBuffer, from: number): SampleBlock {
    const columns = this.#columns
    const count = this.#count
    const timeNs = new Float64Array(buffer, this.#at - from, count)
    let start = this.#at - from + count * 8
    const raw = columns.layouts.map((layout, column): RawValues => {
      const values = rawView(layout.raw, buffer, start, count)
      start += columns.pitch(column, count)
      return values
    })
    const block = { group: this.#group, count, timeNs, raw, valid: this.#valid ?? columns.noMasks }
    return this.#rounded ? { ...block, rounded: this.#rounded } : block
  }
}
