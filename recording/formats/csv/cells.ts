import type { LineReader } from '../text/line-reader.ts'
import { latin1 } from '../text/tokens.ts'

/** More columns than any log of frames has (64 data bytes and a dozen others). */
const mostCells = 128
const space = 0x20

/** The cells of a line; cell i is `bytes[start(i), end(i))`, without blanks around it. Logs of frames never quote. */
export class Cells {
  bytes: Uint8Array = new Uint8Array(0)
  count = 0
  #starts = new Uint32Array(mostCells)
  #ends = new Uint32Array(mostCells)
  #separator: number

  constructor(separator: number) {
    this.#separator = separator
  }

  /** Splits the line at hand; false when it has more than 128 cells. */
  split(line: LineReader): boolean {
    const { bytes, end } = line
    this.bytes = bytes
    this.count = 0
    for (let at = line.start; at <= end; at++) {
      const start = at
      while (at < end && bytes[at] !== this.#separator) at++
      if (this.count === mostCells) return false
      let first = start
      let last = at
      while (first < last && bytes[first] === space) first++
      while (last > first && bytes[last - 1] === space) last--
      this.#starts[this.count] = first
      this.#ends[this.count++] = last
    }
    return true
  }

  start(cell: number): number {
    return this.#starts[cell] ?? 0
  }

  end(cell: number): number {
    return this.#ends[cell] ?? 0
  }

  /** True when the cell is `text`, exactly. */
  is(cell: number, text: string): boolean {
    const start = this.start(cell)
    if (this.end(cell) - start !== text.length) return false
    for (let i = 0; i < text.length; i++) if (this.bytes[start + i] !== text.charCodeAt(i)) return false
    return true
  }
}

/** The names in the first line of `head`, and what parts them. */
export function columnNames(head: Uint8Array, separator: string): string[] {
  const line = latin1(head).split(/\r?\n/, 1)[0] ?? ''
  return line
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(separator)
    .map((name) => name.trim())
}
