import { framesPerBlock, type FrameBlock } from '../frames.ts'

/** Data of one block end near this; a block of long frames has fewer rows. */
export const dataBytesPerBlock = 4 * 1024 * 1024

/** A block under construction: whole columns are filled in place, then handed out without a copy. */
export class FrameRows {
  #capacity: number
  #reuse: boolean
  timeNs = new Float64Array(0)
  bus = new Uint16Array(0)
  id = new Uint32Array(0)
  flags = new Uint8Array(0)
  length = new Uint16Array(0)
  dataStart = new Uint32Array(0)
  data = new Uint8Array(0)
  dataView = new DataView(this.data.buffer)
  dataEnd = 0
  count = 0
  #lent: Uint8Array | null = null

  /**
   * `capacity`: rows per block, at most `framesPerBlock`; fewer for a group that is known to be small. `reuse`: a block
   * that was taken is filled again by the next one.
   */
  constructor(reuse: boolean, capacity: number = framesPerBlock) {
    this.#reuse = reuse
    this.#capacity = Math.max(1, Math.min(framesPerBlock, capacity))
  }

  /** Rows that still fit. */
  get room(): number {
    return this.dataEnd >= dataBytesPerBlock ? 0 : this.#capacity - this.count
  }

  /** Must come before rows are filled: gives the columns their room. */
  open(): void {
    if (this.timeNs.length > 0) return
    this.timeNs = new Float64Array(this.#capacity)
    this.bus = new Uint16Array(this.#capacity)
    this.id = new Uint32Array(this.#capacity)
    this.flags = new Uint8Array(this.#capacity)
    this.length = new Uint16Array(this.#capacity)
    this.dataStart = new Uint32Array(this.#capacity)
    // Payloads are copied in words of 8 bytes; the last may reach over the end.
    this.#setData(new Uint8Array(this.#capacity * 8 + 8))
  }

  /** True where each block is used up before the next one is asked for. */
  get reuse(): boolean {
    return this.#reuse
  }

  /**
   * The rows' data are not copied but stay in `data`, which does not change before the rows are taken: `dataStart` counts
   * from its beginning. Only while there are no rows.
   */
  lend(data: Uint8Array): void {
    this.#lent = data
  }

  /** True when the rows so far lie in other data than these. */
  isApart(data: Uint8Array): boolean {
    return this.count > 0 && this.#lent !== data
  }

  /** Makes room for `bytes` more of data and 8 to spare. */
  reserve(bytes: number): void {
    if (this.#lent) this.#own(this.#lent)
    const wanted = this.dataEnd + bytes + 8
    if (wanted <= this.data.length) return
    const grown = new Uint8Array(Math.max(wanted, this.data.length * 2))
    grown.set(this.data.subarray(0, this.dataEnd))
    this.#setData(grown)
  }

  /** Copies data that were lent, so that rows with data elsewhere can follow. */
  #own(lent: Uint8Array): void {
    this.#lent = null
    let bytes = 0
    for (let row = 0; row < this.count; row++) bytes += this.length[row] ?? 0
    this.reserve(bytes)
    for (let row = 0; row < this.count; row++) {
      const start = this.dataStart[row] ?? 0
      const length = this.length[row] ?? 0
      this.data.set(lent.subarray(start, start + length), this.dataEnd)
      this.dataStart[row] = this.dataEnd
      this.dataEnd += length
    }
  }

  #setData(data: Uint8Array<ArrayBuffer>): void {
    this.data = data
    this.dataView = new DataView(data.buffer)
  }

  /** Adds one frame whose data are `from[start, start + length)`; at most 65,535 bytes of data, and only where there is room. */
  add(timeNs: number, bus: number, id: number, flags: number, from: Uint8Array, start: number, length: number): void {
    this.open()
    this.reserve(length)
    const row = this.count++
    this.timeNs[row] = timeNs
    this.bus[row] = bus
    this.id[row] = id
    this.flags[row] = flags
    this.length[row] = length
    this.dataStart[row] = this.dataEnd
    for (let k = 0; k < length; k++) this.data[this.dataEnd + k] = from[start + k] ?? 0
    this.dataEnd += length
  }

  /** The rows so far as a block; empty afterwards. */
  take(): FrameBlock {
    const n = this.count
    const whole = n === this.#capacity
    const cut = <T extends Float64Array | Uint8Array | Uint16Array | Uint32Array>(column: T, length: number): T =>
      // A slice for a short block of its own, so that it does not hold the memory of a long one.
      (whole || this.#reuse ? column.subarray(0, length) : column.slice(0, length)) as T
    const block: FrameBlock = {
      count: n,
      timeNs: cut(this.timeNs, n),
      bus: cut(this.bus, n),
      id: cut(this.id, n),
      flags: cut(this.flags, n),
      length: cut(this.length, n),
      dataStart: cut(this.dataStart, n),
      // Bytes behind the data are leftovers of wide copies and must not be seen.
      data: this.#lent ?? cut(this.data, this.dataEnd),
    }
    if (whole && !this.#reuse) {
      this.timeNs = new Float64Array(0)
      this.data = new Uint8Array(0)
    }
    this.count = 0
    this.dataEnd = 0
    this.#lent = null
    return block
  }
}
