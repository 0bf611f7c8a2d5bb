import { emptyBlock, expectBody, openBlock, sealBlock } from './block.ts'
import { blockHeadBytes, blockKind, entriesPerPage } from './layout.ts'
import type { Packed } from './time-block.ts'

type Summary = 'sum' | 'least' | 'greatest'

/** Columns after offset and length, by what a page says of its entries. */
export const directoryKind = {
  axis: ['sum', 'least', 'greatest'],
  valueChunks: ['sum', 'sum', 'least', 'greatest'],
  valueTiles: [],
} as const satisfies Record<string, readonly Summary[]>
export type DirectoryKind = keyof typeof directoryKind

/** Numbers of one entry: offset and length of the block, then the columns of its kind. */
export const entryWidth = (kind: DirectoryKind): number => 2 + directoryKind[kind].length

/** A directory as the index keeps it; entry i is `entries[i * width, (i + 1) * width)`. */
export interface Directory {
  readonly kind: DirectoryKind
  /** The entries are pages. */
  readonly paged: boolean
  readonly count: number
  readonly entries: Float64Array
}

/** Collects the entries of one directory and writes full pages. */
export class DirectoryBuilder {
  readonly kind: DirectoryKind
  readonly #width: number
  readonly #mostInIndex: number
  #pending: number[] = []
  #pages: number[] = []

  /** `mostInIndex`: with more entries it is cut in pages. */
  constructor(kind: DirectoryKind, mostInIndex: number) {
    this.kind = kind
    this.#mostInIndex = mostInIndex
    this.#width = entryWidth(kind)
  }

  /** Entries so far. */
  get count(): number {
    return (this.#pages.length / this.#width) * entriesPerPage + this.#pending.length / this.#width
  }

  /** `write` takes a full page and gives its offset. */
  add(entry: readonly number[], write: (page: Packed) => number): void {
    this.#pending.push(...entry)
    if (this.#pending.length === entriesPerPage * this.#width) this.#flush(write)
  }

  finish(write: (page: Packed) => number): Directory {
    const { kind } = this
    if (this.#pages.length === 0 && this.#pending.length <= this.#mostInIndex * this.#width)
      return { kind, paged: false, count: this.count, entries: Float64Array.from(this.#pending) }
    if (this.#pending.length > 0) this.#flush(write)
    return { kind, paged: true, count: this.#pages.length / this.#width, entries: Float64Array.from(this.#pages) }
  }

  /** Another directory that begins with the same entries. */
  clone(): DirectoryBuilder {
    const twin = new DirectoryBuilder(this.kind, this.#mostInIndex)
    twin.#pending = this.#pending.slice()
    twin.#pages = this.#pages.slice()
    return twin
  }

  #flush(write: (page: Packed) => number): void {
    const page = pageBlock(this.#pending, this.#width)
    const summary = directoryKind[this.kind].map((how, i) => summarize(how, this.#pending, 2 + i, this.#width))
    this.#pages.push(write(page), page.length, ...summary)
    this.#pending = []
  }
}

function summarize(how: Summary, entries: ArrayLike<number>, from: number, step: number): number {
  let result = how === 'sum' ? 0 : NaN
  for (let i = from; i < entries.length; i += step) {
    const value = entries[i] ?? 0
    if (how === 'sum') result += value
    // A chunk without numbers has no least; NaN as the result so far is replaced by any number.
    else if (Number.isNaN(result) || (how === 'least' ? value < result : value > result)) result = value
  }
  return result
}

/** Least, greatest or sum of one column of a directory; NaN or 0 when it is empty. */
export function directoryTotal(directory: Directory, column: number): number {
  const how = directoryKind[directory.kind][column - 2]
  return how === undefined ? NaN : summarize(how, directory.entries, column, entryWidth(directory.kind))
}

function pageBlock(entries: readonly number[], width: number): Packed {
  const count = entries.length / width
  const body = entries.length * 8
  const bytes = emptyBlock(body)
  const columns = new Float64Array(bytes.buffer, blockHeadBytes, entries.length)
  for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) columns[k * count + i] = entries[i * width + k] ?? 0
  sealBlock(bytes, blockKind.page, 0, 0, count, body)
  return { bytes, length: blockHeadBytes + body }
}

/** The entries of a page, one after the other. */
export function readPage(bytes: Uint8Array, offset: number, kind: DirectoryKind): Directory {
  const width = entryWidth(kind)
  const block = openBlock(bytes, offset, blockKind.page, entriesPerPage)
  expectBody(block, block.count * width * 8, offset)
  const columns = new Float64Array(block.buffer, blockHeadBytes, block.count * width)
  return { kind, paged: false, count: block.count, entries: byRow(columns, block.count, width) }
}

/** Columns one after the other made entries one after the other. */
export function byRow(columns: Float64Array, count: number, width: number): Float64Array {
  const entries = new Float64Array(columns.length)
  for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) entries[i * width + k] = columns[k * count + i] ?? 0
  return entries
}
