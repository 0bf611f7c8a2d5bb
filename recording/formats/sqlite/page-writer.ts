import type { ByteSink } from '../../byte-sink.ts'

export const pageSize = 4096
const pagesPerWrite = 64
/** The page at 1 GiB belongs to the file's locks and is never used (file format, 1.4). */
const lockPage = 0x4000_0000 / pageSize + 1

/** Appends pages to a database, page 1 first. */
export class PageWriter {
  #sink: ByteSink
  #chunk = new Uint8Array(pagesPerWrite * pageSize)
  #inChunk = 0
  pageCount = 0

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  /** The next page, of zeros, to be filled before the one after it is asked for. Its number is `pageCount` then. */
  async next(): Promise<Uint8Array> {
    if (this.#inChunk === pagesPerWrite) await this.flush()
    if (this.pageCount + 1 === lockPage) {
      this.pageCount++
      this.#inChunk++
      return this.next()
    }
    const page = this.#chunk.subarray(this.#inChunk * pageSize, (this.#inChunk + 1) * pageSize)
    this.#inChunk++
    this.pageCount++
    return page
  }

  async flush(): Promise<void> {
    if (this.#inChunk > 0) await this.#sink.write(this.#chunk.slice(0, this.#inChunk * pageSize))
    this.#chunk.fill(0)
    this.#inChunk = 0
  }
}

/** Writes an integer of at most 2^53 as 1 to 8 bytes; gives where it ends. */
export function putVarint(to: Uint8Array, at: number, value: number): number {
  const length = varintBytes(value)
  let rest = value
  for (let i = length - 1; i >= 0; i--) {
    to[at + i] = (rest % 128) | (i === length - 1 ? 0 : 0x80)
    rest = Math.floor(rest / 128)
  }
  return at + length
}

export function varintBytes(value: number): number {
  let length = 1
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) length++
  return length
}
