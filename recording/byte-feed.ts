import type { ByteSource } from './byte-source.ts'
import { ShortRead } from './recording-error.ts'

/** Consecutive bytes and the file offset they came from (for a compressed block: the block's offset). */
export interface FeedChunk {
  bytes: Uint8Array
  offset: number
  /** False when the bytes were unpacked, so that offsets inside the chunk mean nothing. */
  exact: boolean
}

export type ByteFeed = AsyncIterator<FeedChunk>

export const chunkBytes = 1024 * 1024

/**
 * The bytes [start, end) of a source in chunks of about 1 MiB, each a whole number of records of `recordBytes`. `reuse`:
 * a chunk is used up before the next but one is asked for, so that two buffers are enough.
 */
export async function* feedRange(
  source: ByteSource,
  start: number,
  end: number,
  recordBytes = 1,
  reuse = false,
): AsyncGenerator<FeedChunk> {
  const most = Math.max(1, Math.floor(chunkBytes / recordBytes)) * recordBytes
  const read = reuse ? reusingRead(source, Math.min(most, end - start)) : source.read.bind(source)
  for (let offset = start; offset < end;) {
    const wanted = Math.min(most, end - offset)
    const bytes = await read(offset, wanted)
    if (bytes.length === 0) throw new ShortRead('Data', offset, wanted, 0)
    yield { bytes, offset, exact: true }
    offset += bytes.length
  }
}

/** Behind the bytes of a chunk, so that whole words can be read there from any of them. */
const spareBytes = 8

/** Reads into two buffers by turns, where the source can. */
function reusingRead(source: ByteSource, most: number): ByteSource['read'] {
  if (!source.readInto) return source.read.bind(source)
  let [next, last] = [new Uint8Array(0), new Uint8Array(0)]
  return async (offset, length) => {
    ;[next, last] = [last.length === 0 ? new Uint8Array(most + spareBytes) : last, next]
    const bytes = next.subarray(0, length)
    const count = (await source.readInto?.(offset, bytes)) ?? 0
    return bytes.subarray(0, count)
  }
}

/**
 * Reads records that may cross chunk borders. Look at `bytes` from `at`; `left` bytes are at hand. `reuse`: what `bytes`
 * showed is used up when more is asked for, so that chunks can be joined in the same memory again.
 */
export class FeedReader {
  bytes: Uint8Array = new Uint8Array(0)
  view = new DataView(this.bytes.buffer)
  at = 0
  #feed: ByteFeed
  #base = 0
  #exact = true
  #reuse: boolean
  #room = new Uint8Array(0)

  constructor(feed: ByteFeed, reuse = false) {
    this.#feed = feed
    this.#reuse = reuse
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** File offset of the next byte. */
  get offset(): number {
    return this.#exact ? this.#base + this.at : this.#base
  }

  /** Brings at least `count` bytes to hand; false when the feed ends before. */
  async fill(count: number): Promise<boolean> {
    while (this.left < count) {
      const { value: chunk, done } = await this.#feed.next()
      if (done) return false
      const rest = this.bytes.subarray(this.at)
      // Offsets stay right for records that lie within one chunk or in neighbouring chunks.
      this.#base = chunk.offset - (chunk.exact ? rest.length : 0)
      this.#exact = chunk.exact
      if (rest.length === 0) this.bytes = chunk.bytes
      else {
        const joined = this.#roomFor(rest.length + chunk.bytes.length)
        joined.set(rest)
        joined.set(chunk.bytes, rest.length)
        this.bytes = joined
      }
      this.view = new DataView(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength)
      this.at = 0
    }
    return true
  }

  #roomFor(length: number): Uint8Array {
    if (!this.#reuse) return new Uint8Array(length)
    if (length > this.#room.length) this.#room = new Uint8Array(length * 1.25)
    return this.#room.subarray(0, length)
  }

  /** Passes over `count` bytes without keeping them; false when the feed ends before. */
  async skip(count: number): Promise<boolean> {
    let ahead = count
    while (ahead > this.left) {
      ahead -= this.left
      this.at = this.bytes.length
      if (!(await this.fill(1))) return false
    }
    this.at += ahead
    return true
  }
}
