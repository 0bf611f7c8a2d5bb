import type { ByteFeed } from '../../byte-feed.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'

/** Values behind the one that was asked for last are kept this far, for writers that share values among records. */
const keptBehindBytes = 256 * 1024
const mostWindowBytes = 32 * 1024 * 1024

/**
 * The part at hand of a stream of variable-length values (u32 length, then the bytes). Records name a value by its
 * offset in the stream; offsets mostly rise.
 */
export class ValueWindow {
  bytes = new Uint8Array(256 * 1024)
  view = new DataView(this.bytes.buffer)
  /** Stream offset of the first byte at hand, and of the end. */
  base = 0
  end = 0
  #floor = 0

  /** Values before `offset` are not needed any more. */
  forget(offset: number): void {
    this.#floor = Math.max(this.#floor, Math.min(offset, this.end) - keptBehindBytes)
  }

  append(from: Uint8Array, start: number, length: number, fileOffset: number): void {
    const used = this.end - this.base
    if (used + length > this.bytes.length) this.#makeRoom(length, fileOffset)
    const at = this.end - this.base
    if (length <= 16) for (let i = 0; i < length; i++) this.bytes[at + i] = from[start + i] ?? 0
    else this.bytes.set(from.subarray(start, start + length), at)
    this.end += length
  }

  #makeRoom(length: number, fileOffset: number): void {
    const drop = Math.max(0, this.#floor - this.base)
    const kept = this.end - this.base - drop
    if (kept + length > mostWindowBytes)
      throw new UnsupportedFeature(`A value more than ${mostWindowBytes} bytes away from its record`, fileOffset)
    const target = kept + length > this.bytes.length / 2 ? new Uint8Array((kept + length) * 2) : this.bytes
    target.set(this.bytes.subarray(drop, drop + kept))
    this.bytes = target
    this.view = new DataView(target.buffer)
    this.base += drop
  }

  /** Starts over at the beginning of the stream. */
  rewind(): void {
    this.base = 0
    this.end = 0
    this.#floor = 0
  }

  /** Length of the value at `offset` when all of it is at hand, else -1. */
  lengthAt(offset: number): number {
    if (offset < this.base || offset + 4 > this.end) return -1
    const length = this.view.getUint32(offset - this.base, true)
    return offset + 4 + length <= this.end ? length : -1
  }
}

const mostRewinds = 64

/** Values that are kept in blocks of their own (SD), read along with the records. */
export class ValueFeed {
  readonly window = new ValueWindow()
  #open: () => ByteFeed
  #feed: ByteFeed
  #rewinds = 0

  constructor(open: () => ByteFeed) {
    this.#open = open
    this.#feed = open()
  }

  /**
   * Brings the value at stream offset `value` to hand and gives its length; -1 when the stream ends before it.
   * Values from `keepFrom` on stay at hand. `fileOffset` names the record in errors.
   */
  async bring(value: number, keepFrom: number, fileOffset: number): Promise<number> {
    const { window } = this
    if (value < window.base) {
      if (++this.#rewinds > mostRewinds) throw new UnsupportedFeature('Frame data far out of order', fileOffset)
      window.rewind()
      await this.#feed.return?.()
      this.#feed = this.#open()
    }
    for (;;) {
      const length = window.lengthAt(value)
      if (length >= 0) return length
      if (value + 4 <= window.end && window.view.getUint32(value - window.base, true) > mostWindowBytes)
        throw new DamagedBlock('Frame data longer than any frame', fileOffset)
      window.forget(keepFrom)
      const { value: chunk, done } = await this.#feed.next()
      if (done) return -1
      window.append(chunk.bytes, 0, chunk.bytes.length, chunk.offset)
    }
  }
}
