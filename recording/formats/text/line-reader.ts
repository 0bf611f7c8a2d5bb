import type { ByteFeed } from '../../byte-feed.ts'
import { DamagedBlock } from '../../recording-error.ts'

/** Longer than a frame in any text log (64 data bytes in decimal with all statistics: under 1 KiB). */
const longestLine = 64 * 1024
const carriageReturn = 0x0d
export const lineFeed = 0x0a

/**
 * The lines of a text as bytes; no string is made. The line at hand is `bytes[start, end)`, without its line end (LF or CR LF).
 *
 *     while (lines.next() || (await lines.more())) ...
 */
export class LineReader {
  bytes: Uint8Array = new Uint8Array(0)
  start = 0
  end = 0
  /** False for a last line whose line end is missing: it may have been cut. */
  ended = true
  #next = 0
  #base = 0
  #feed: ByteFeed
  #lineEnd: number

  constructor(feed: ByteFeed, lineEnd = lineFeed) {
    this.#feed = feed
    this.#lineEnd = lineEnd
  }

  /** File offset of the line at hand. */
  get offset(): number {
    return this.#base + this.start
  }

  /** Goes to the next line when all of it is in memory; without waiting, because this runs once per frame. */
  next(): boolean {
    const stop = this.bytes.indexOf(this.#lineEnd, this.#next)
    if (stop < 0) return false
    this.start = this.#next
    this.end = stop > this.start && this.bytes[stop - 1] === carriageReturn ? stop - 1 : stop
    this.#next = stop + 1
    return true
  }

  /** Reads on and goes to the next line; false at the end of the text. Throws DamagedBlock for a line of more than 64 KiB. */
  async more(): Promise<boolean> {
    for (;;) {
      const rest = this.bytes.subarray(this.#next)
      if (rest.length > longestLine) throw new DamagedBlock('A line of more than 64 KiB', this.#base + this.#next)
      const { value: chunk, done } = await this.#feed.next()
      if (done) return this.#last()
      this.#base = chunk.offset - rest.length
      this.#next = 0
      if (rest.length === 0) this.bytes = chunk.bytes
      else {
        this.bytes = new Uint8Array(rest.length + chunk.bytes.length)
        this.bytes.set(rest)
        this.bytes.set(chunk.bytes, rest.length)
      }
      if (this.next()) return true
    }
  }

  /** Makes the line at hand the next one again. */
  back(): void {
    this.#next = this.start
  }

  #last(): boolean {
    if (this.#next >= this.bytes.length) return false
    this.start = this.#next
    this.end = this.bytes.length
    this.#next = this.end
    this.ended = false
    return true
  }
}
