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
  /** Records that follow each other without a gap, as a run; `runStep` is 0 when they do not. */
  runAt = 0
  runStep = 0
  runRow = 0
  /** Bytes of the records' values that are kept elsewhere, when they were counted. */
  valueBytes = 0
  starts = new Uint32Array(0)
  rows = new Uint32Array(0)

  /** Makes the batch look at other bytes; it is empty afterwards. */
  over(bytes: Uint8Array, view: DataView, offset: number, firstIndex: number): void {
    this.bytes = bytes
    this.view = view
    this.offset = offset
    this.firstIndex = firstIndex
    this.count = 0
    this.runStep = 0
    this.valueBytes = 0
  }

  /** Takes `count` records of `recordBytes` one after the other, for consecutive rows. */
  setRun(at: number, recordBytes: number, count: number, firstRow: number): void {
    this.runAt = at
    this.runStep = recordBytes
    this.runRow = firstRow
    this.count = count
  }

  /** Writes a run out record by record, for loops that look at `starts` and `rows`. */
  spread(): void {
    const { runAt, runStep, runRow, count } = this
    if (runStep === 0) return
    if (this.starts.length < count) this.#grow(count)
    const { starts, rows } = this
    for (let i = 0; i < count; i++) {
      starts[i] = runAt + i * runStep
      rows[i] = runRow + i
    }
    this.runStep = 0
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
    const at = (this.runStep > 0 ? this.runAt + i * this.runStep : (this.starts[i] ?? 0)) + byteOffset
    const low = this.view.getUint32(at, true)
    return byteLength === 4 ? low : this.view.getUint32(at + 4, true) * 0x1_0000_0000 + low
  }
}
