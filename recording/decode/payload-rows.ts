import type { FrameBlock } from '../frames.ts'

/** Small enough to stay in the processor's nearest memory together with what is made of it. */
const usualBytes = 16 * 1024
const mostRows = 2048
/** Loops take four bytes at a time from any byte. */
const spareBytes = 8

/**
 * The payloads of some rows of one message, copied one below the other at equal distances, and their times: what is made
 * of them is then made in loops that run straight through memory, wherever the frames lie and whatever stands between.
 */
export class PayloadRows {
  readonly timeNs = new Float64Array(mostRows)
  view = new DataView(new ArrayBuffer(usualBytes + spareBytes))
  /** From one payload to the next, bytes. */
  stride = 8
  readonly #starts = new Uint32Array(mostRows)
  #words = new Int32Array(this.view.buffer)

  /** How many rows can be gathered at once, when of each payload the first `bytesNeeded` are wanted. */
  open(bytesNeeded: number): number {
    this.stride = Math.max(8, Math.ceil(bytesNeeded / 8) * 8)
    if (this.stride + spareBytes > this.view.byteLength) {
      this.view = new DataView(new ArrayBuffer(this.stride + spareBytes))
      this.#words = new Int32Array(this.view.buffer)
    }
    return Math.min(mostRows, Math.floor((this.view.byteLength - spareBytes) / this.stride))
  }

  /** Copies what belongs to `rows[from]` to `rows[from + count - 1]`; behind a short payload stands anything. */
  gather({ data, dataStart, timeNs }: FrameBlock, rows: Uint16Array, from: number, count: number): void {
    const [times, starts, words, perRow] = [this.timeNs, this.#starts, this.#words, this.stride >> 2]
    const around = new DataView(data.buffer, data.byteOffset)
    const lastWhole = around.byteLength - this.stride
    for (let i = 0, into = 0; i < count; i++, into += perRow) {
      const row = rows[from + i] ?? 0
      const start = dataStart[row] ?? 0
      times[i] = timeNs[row] ?? NaN
      starts[i] = start
      if (start > lastWhole) this.#copyEnd(data, start, i)
      else {
        words[into] = around.getInt32(start, true)
        words[into + 1] = around.getInt32(start + 4, true)
      }
    }
    for (let byte = 8; byte < this.stride; byte += 8) this.#copyFurther(around, lastWhole, byte, count)
  }

  /** Eight more bytes of each payload. */
  #copyFurther(around: DataView, lastWhole: number, byte: number, count: number): void {
    const [starts, words, perRow] = [this.#starts, this.#words, this.stride >> 2]
    for (let i = 0, into = byte >> 2; i < count; i++, into += perRow) {
      const start = starts[i] ?? 0
      if (start > lastWhole) continue
      words[into] = around.getInt32(start + byte, true)
      words[into + 1] = around.getInt32(start + byte + 4, true)
    }
  }

  /** A payload at the end of its buffer. */
  #copyEnd(data: Uint8Array, start: number, row: number): void {
    new Uint8Array(this.view.buffer).set(data.subarray(start, start + this.stride), row * this.stride)
  }
}

/** The data of a block, where `beyond` bytes can be read behind every payload; null where the buffer may end before. */
export function payloadsInPlace({ data }: FrameBlock, beyond: number): DataView | null {
  if (data.byteOffset + data.length + beyond > data.buffer.byteLength) return null
  return new DataView(data.buffer, data.byteOffset)
}
