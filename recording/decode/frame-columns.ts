import type { FrameBlock } from '../frames.ts'
import type { DecodeMemory } from './decode-memory.ts'
import { head, mostRows, rowAreas } from './row-areas.ts'

/** Payloads are read as long as the longest one of their message may be, and a few bytes more. */
const spareBytes = 65_536 + 64

/** The block of frames in hand, copied to where passes read it. */
export class FrameColumns {
  readonly #memory: DecodeMemory
  #dataAt = 0
  #dataBytes = 0

  constructor(memory: DecodeMemory) {
    this.#memory = memory
  }

  /** Copies all but the data. */
  load({ count, timeNs, bus, id, flags, length, dataStart }: FrameBlock): void {
    if (count > mostRows) throw new RangeError('A frame block holds at most 65,536 rows.')
    const { u8, u16, u32, f64 } = this.#memory
    f64.set(rowsOf(timeNs, count), rowAreas.timeNs >> 3)
    u16.set(rowsOf(bus, count), rowAreas.bus >> 1)
    u32.set(rowsOf(id, count), rowAreas.id >> 2)
    u8.set(rowsOf(flags, count), rowAreas.flags)
    u16.set(rowsOf(length, count), rowAreas.length >> 1)
    u32.set(rowsOf(dataStart, count), rowAreas.dataStart >> 2)
  }

  /** Copies as much of the data as belongs to the rows, which were sorted. */
  loadData({ data }: FrameBlock): void {
    const memory = this.#memory
    const [lowest, highest] = [memory.u32[head.lowest] ?? 0, memory.u32[head.highest] ?? 0]
    const bytes = Math.max(0, highest - lowest)
    if (bytes > this.#dataBytes || this.#dataAt === 0) {
      this.#dataBytes = Math.ceil(bytes * 1.25)
      this.#dataAt = memory.take(this.#dataBytes + spareBytes)
    }
    memory.u8.set(data.subarray(lowest, highest), this.#dataAt)
    memory.i32[head.data] = this.#dataAt - lowest
  }
}

function rowsOf<Column extends Float64Array | Uint8Array | Uint16Array | Uint32Array>(column: Column, count: number): Column {
  return (column.length === count ? column : column.subarray(0, count)) as Column
}
