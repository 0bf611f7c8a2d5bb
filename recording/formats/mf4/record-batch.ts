import { framesPerBlock } from '../../frames.ts'

/**
 * Records of one group that lie in one run of bytes; the columns of a block are filled from it, one tight loop per
 * column. `rows` says which row of the block each record becomes.
 */
export class RecordBatch {
  bytes: Uint8Array = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)
  count = 0
  /** Number of the first record within its group. */
  firstIndex = 0
  /** File offset of the bytes, for errors. */
  offset = 0
  starts = new Uint32Array(0)
  rows = new Uint32Array(0)

  /** Makes the batch look at other bytes; it is empty afterwards. */
  over(bytes: Uint8Array, view: DataView, offset: number, firstIndex: number): void {
    this.bytes = bytes
    this.view = view
    this.offset = offset
    this.firstIndex = firstIndex
    this.count = 0
  }

  /** Adds `count` records of `recordBytes` one after the other, for consecutive rows. */
  addRun(at: number, recordBytes: number, count: number, firstRow: number): void {
    if (this.starts.length < count) this.#grow(count)
    const { starts, rows } = this
    for (let i = 0; i < count; i++) {
      starts[i] = at + i * recordBytes
      rows[i] = firstRow + i
    }
    this.count = count
  }

  add(start: number, row: number): void {
    if (this.count === this.starts.length) this.#grow(this.count + 1)
    this.starts[this.count] = start
    this.rows[this.count++] = row
  }

  // A file may have hundreds of groups of which most have few records.
  #grow(least: number): void {
    const capacity = Math.min(framesPerBlock, Math.max(least, 64, this.starts.length * 4))
    const [starts, rows] = [new Uint32Array(capacity), new Uint32Array(capacity)]
    starts.set(this.starts)
    rows.set(this.rows)
    this.starts = starts
    this.rows = rows
  }

  /** The number of `byteLength` bytes (4 or 8) at `byteOffset` of record `i`. */
  offsetAt(i: number, byteOffset: number, byteLength: 4 | 8): number {
    const at = (this.starts[i] ?? 0) + byteOffset
    const low = this.view.getUint32(at, true)
    return byteLength === 4 ? low : this.view.getUint32(at + 4, true) * 0x1_0000_0000 + low
  }
}
