import type { TextKind } from './encoding.ts'

/** A field that is quoted over more than this has lost its closing quote, bytes. */
const longestQuoted = 1024 * 1024

/** Quotes do not close: the file has to be read without regard to them. */
export class QuotesBroken extends Error {}

export interface Quoting {
  readonly quote: number
  readonly delimiter: number
}

/**
 * Finds where rows end, chunk after chunk: at each end of line, but not within quotes. UTF-16 is looked at in pairs, so
 * chunks must begin at even places of it.
 */
export class RowScanner {
  readonly #kind: TextKind
  readonly #quoting: Quoting | null
  #inQuotes = false
  #isFieldStart = true
  #quotedBytes = 0

  constructor(kind: TextKind, quoting: Quoting | null) {
    this.#kind = kind
    this.#quoting = quoting
  }

  /** Calls `onEnd` with the place after each end of a row, within the chunk. */
  scan(chunk: Uint8Array, onEnd: (place: number) => void): void {
    const { encoding, lineEnd } = this.#kind
    if (encoding === 'utf-16le' || encoding === 'utf-16be')
      return scanPairs(chunk, lineEnd, encoding === 'utf-16le' ? 0 : 1, onEnd)
    const quoting = this.#quoting
    if (quoting === null || (!this.#inQuotes && !chunk.includes(quoting.quote))) {
      for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) onEnd(at + 1)
      const last = chunk[chunk.length - 1]
      if (last !== undefined) this.#isFieldStart = last === lineEnd || last === quoting?.delimiter
      return
    }
    this.#scanQuoted(chunk, quoting, onEnd)
  }

  /** From quote to quote: what stands between them is looked through at the speed of the machine. */
  #scanQuoted(chunk: Uint8Array, { quote, delimiter }: Quoting, onEnd: (place: number) => void): void {
    const { lineEnd } = this.#kind
    for (let at = 0; at < chunk.length;) {
      const found = chunk.indexOf(quote, at)
      const end = found === -1 ? chunk.length : found
      if (this.#inQuotes) {
        this.#quotedBytes += end - at
        if (this.#quotedBytes > longestQuoted) throw new QuotesBroken()
      } else {
        for (let line = chunk.indexOf(lineEnd, at); line !== -1 && line < end; line = chunk.indexOf(lineEnd, line + 1))
          onEnd(line + 1)
        if (end > at) this.#isFieldStart = chunk[end - 1] === lineEnd || chunk[end - 1] === delimiter
      }
      if (found === -1) return
      if (this.#inQuotes) {
        this.#inQuotes = false
        // a doubled quote closes and opens again at once
        this.#isFieldStart = true
      } else if (this.#isFieldStart) {
        this.#inQuotes = true
        this.#quotedBytes = 0
      }
      at = found + 1
    }
  }
}

function scanPairs(chunk: Uint8Array, lineEnd: number, low: 0 | 1, onEnd: (place: number) => void): void {
  for (let i = 0; i + 1 < chunk.length; i += 2) if (chunk[i + low] === lineEnd && chunk[i + 1 - low] === 0) onEnd(i + 2)
}
