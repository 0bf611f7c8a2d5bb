import type { ByteSource } from '#recording/byte-source.ts'
import { pagedSource } from '#recording/byte-source.ts'
import { chunksOf } from './chunks.ts'
import type { TextKind } from './encoding.ts'
import { markEvery, RowMarks } from './row-marks.ts'
import type { Quoting } from './row-scanner.ts'
import { QuotesBroken, RowScanner } from './row-scanner.ts'

const indexPiece = 4 * 1024 * 1024
const searchPiece = 1024 * 1024
/** What of a row is shown and searched, bytes; the rest of longer ones is passed over. */
const longestRow = 64 * 1024

export interface Row {
  readonly text: string
  /** The row is longer than `text`. */
  readonly isCut: boolean
}

/** The rows of a text of any size: known by where some of them begin, read when somebody looks. Memory stays small. */
export class RowFile {
  readonly kind: TextKind
  readonly #source: ByteSource
  readonly #paged: ByteSource
  readonly #decoder: TextDecoder
  #quoting: Quoting | null
  #marks: RowMarks
  #count = 0
  #scanned: number
  #complete = false

  constructor(source: ByteSource, kind: TextKind, quoting: Quoting | null) {
    this.kind = kind
    this.#source = source
    this.#paged = pagedSource(source)
    this.#decoder = new TextDecoder(kind.encoding, { ignoreBOM: true })
    this.#quoting = quoting
    this.#marks = new RowMarks(kind.markBytes)
    this.#scanned = kind.markBytes
  }

  /** Rows found so far. */
  get count(): number {
    return this.#count
  }
  /** Bytes looked through. */
  get scanned(): number {
    return this.#scanned
  }
  get isComplete(): boolean {
    return this.#complete
  }

  /** Looks through the whole file once; rows that are found can be read meanwhile. */
  async index(onProgress: () => void): Promise<void> {
    try {
      await this.#indexOnce(onProgress)
    } catch (error) {
      if (!(error instanceof QuotesBroken)) throw error
      this.#quoting = null
      this.#marks = new RowMarks(this.kind.markBytes)
      this.#count = 0
      await this.#indexOnce(onProgress)
    }
  }

  async #indexOnce(onProgress: () => void): Promise<void> {
    const scanner = new RowScanner(this.kind, this.#quoting)
    let end = this.kind.markBytes
    for await (const { offset, bytes } of chunksOf(this.#source, this.kind.markBytes, indexPiece)) {
      let count = this.#count
      scanner.scan(bytes, (place) => {
        count++
        end = offset + place
        this.#marks.add(count, end)
      })
      this.#count = count
      this.#scanned = offset + bytes.length
      onProgress()
    }
    // the last line may have no end
    if (end < this.#source.size) this.#count++
    this.#complete = true
    onProgress()
  }

  /** Rows from a number on, as many as there are. */
  async rows(from: number, count: number): Promise<Row[]> {
    const rows: Row[] = []
    let at = from
    while (rows.length < count && at < this.#count) {
      const read = await this.#near(at, Math.min(count - rows.length, this.#count - at))
      if (read.length === 0) break
      rows.push(...read)
      at += read.length
    }
    return rows
  }

  /** Rows from `row` on, up to the next mark or the end of what is read at once. */
  async #near(row: number, most: number): Promise<Row[]> {
    const mark = this.#marks.before(row)
    const next = this.#marks.after(row)
    // a row may be longer than all that stands between two marks
    const end = Math.min(next?.offset ?? this.#source.size, mark.offset + markEvery + longestRow)
    const pieces: Uint8Array[] = []
    for (let at = mark.offset; at < end; at += markEvery) pieces.push(await this.#paged.read(at, Math.min(markEvery, end - at)))
    const bytes = joined(pieces)
    const scanner = new RowScanner(this.kind, this.#quoting)
    const rows: Row[] = []
    let number = mark.row
    let start = 0
    const take = (place: number, isWhole: boolean) => {
      if (number >= row && rows.length < most) rows.push(this.#rowOf(bytes.subarray(start, place), !isWhole))
      number++
      start = place
    }
    scanner.scan(bytes, (place) => take(place, true))
    const isEnd = mark.offset + bytes.length >= this.#source.size
    // what is left over: the last row of the file, or the beginning of one that is very long
    if (start < bytes.length && (isEnd || next === undefined || number < next.row)) take(bytes.length, isEnd)
    return rows
  }

  #rowOf(bytes: Uint8Array, isCut: boolean): Row {
    const isLong = isCut || bytes.length > longestRow
    const text = this.#decoder.decode(isLong ? bytes.subarray(0, longestRow) : bytes)
    return { text: isLong ? text : withoutEnd(text), isCut: isLong }
  }

  /** All rows from a number on, in batches; for looking through the file. */
  async *batches(from: number): AsyncGenerator<{ first: number; rows: string[]; offset: number }> {
    const mark = this.#marks.before(from)
    let number = mark.row
    let left: Uint8Array = new Uint8Array(0)
    const scanner = new RowScanner(this.kind, this.#quoting)
    for await (const { offset, bytes } of chunksOf(this.#source, mark.offset, searchPiece)) {
      const ends: number[] = []
      scanner.scan(bytes, (place) => ends.push(place))
      const last = ends.at(-1)
      const isEnd = offset + bytes.length >= this.#source.size
      if (last === undefined && !isEnd) {
        // of a row that does not end the beginning is enough
        if (left.length < longestRow) left = joined([left, bytes])
        continue
      }
      const whole = joined([left, isEnd ? bytes : bytes.subarray(0, last)])
      const rows = this.#split(whole, ends, left.length)
      left = isEnd ? new Uint8Array(0) : bytes.slice(last)
      const skipped = Math.max(0, from - number)
      if (skipped < rows.length) yield { first: number + skipped, rows: skipped > 0 ? rows.slice(skipped) : rows, offset }
      number += rows.length
    }
  }

  #split(bytes: Uint8Array, ends: readonly number[], shift: number): string[] {
    const all = this.#decoder.decode(bytes)
    // one letter for each byte: rows are cut out of the text, which is much quicker than decoding each
    const isPlain = all.length === bytes.length
    const rows: string[] = []
    let start = 0
    const take = (end: number) => {
      rows.push(
        isPlain && end - start <= longestRow
          ? withoutEnd(all.slice(start, end))
          : this.#rowOf(bytes.subarray(start, end), false).text,
      )
      start = end
    }
    for (const end of ends) take(end + shift)
    if (start < bytes.length) take(bytes.length)
    return rows
  }
}

function withoutEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2)
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces
  if (pieces.length === 1 && first !== undefined) return first
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
