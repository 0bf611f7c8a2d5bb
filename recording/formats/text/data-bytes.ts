import { hexDigit } from './numbers.ts'

const space = 0x20
const tab = 0x09
const zero = 0x30

/** Reads the bytes of a frame's data, which blanks part, in the file's base. */
export class DataBytes {
  readonly bytes = new Uint8Array(64)
  /** Where reading stopped in the line. */
  at = 0
  #base: 10 | 16

  constructor(base: 10 | 16) {
    this.#base = base
  }

  /**
   * Reads up to `count` data bytes from line[at, end) into `bytes[from, count)`; gives how many there are then.
   * Stops before a word that is no byte.
   */
  read(line: Uint8Array, at: number, end: number, from: number, count: number): number {
    const bytes = this.bytes
    let i = from
    if (this.#base === 16)
      // One blank and two digits each, as nearly every writer writes them.
      for (; i < count && at + 3 <= end && line[at] === space; i++) {
        const high = hexDigit[line[at + 1] ?? 0] ?? 255
        const low = hexDigit[line[at + 2] ?? 0] ?? 255
        const after = at + 3 < end ? line[at + 3] : space
        if ((high | low) > 15 || (after !== space && after !== tab)) break
        bytes[i] = (high << 4) | low
        at += 3
      }
    for (; i < count; i++) {
      while (at < end && (line[at] === space || line[at] === tab)) at++
      this.at = at
      let value = 0
      const start = at
      for (; at < end; at++) {
        const letter = line[at] ?? 0
        if (letter === space || letter === tab) break
        const digit = this.#base === 16 ? (hexDigit[letter] ?? 255) : letter - zero
        if (digit < 0 || digit >= this.#base) return i
        value = value * this.#base + digit
      }
      if (at === start || at - start > 3 || value > 255) return i
      bytes[i] = value
    }
    this.at = at
    return Math.max(from, count)
  }
}
