import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import { databaseHeaderBytes, type Pager } from './pager.ts'
import { RecordCursor } from './record.ts'

const leafPage = 0x0d
const interiorPage = 0x05
/** SQLite's own limit. */
const deepestTree = 20
/** A row of this size is not what this reader is for. */
const largestRow = 256 * 1024 * 1024

/** The rows of one leaf of a table's tree, in the order of their row ids. */
export interface Leaf {
  bytes: Uint8Array
  /** File offset of the page. */
  offset: number
  cells: readonly Cell[]
}

export interface Cell {
  rowId: number | bigint
  /** The record; whole when `overflow` is 0. */
  start: number
  localLength: number
  length: number
  /** Page where the rest of the record goes on. */
  overflow: number
}

/**
 * The leaves of the table whose tree begins at page `root`. Every page belongs to one place of one tree, so that a scan
 * which meets more pages than the file has goes round in circles: DamagedBlock.
 */
export class TableScan {
  #pager: Pager
  #root: number
  #pagesLeft: number
  #cursor = new RecordCursor()

  constructor(pager: Pager, root: number) {
    this.#pager = pager
    this.#root = root
    this.#pagesLeft = pager.pageCount
  }

  async *leaves(): AsyncGenerator<Leaf> {
    const path: { children: number[]; next: number; offset: number }[] = []
    let number = this.#root
    let from = 0
    for (;;) {
      const bytes = await this.#page(number, from)
      const offset = this.#pager.offsetOf(number)
      const head = number === 1 ? databaseHeaderBytes : 0
      if (bytes[head] === leafPage) yield { bytes, offset, cells: this.#cells(bytes, head, offset) }
      else if (bytes[head] === interiorPage) {
        if (path.length >= deepestTree) throw new DamagedBlock(`A table's tree deeper than ${deepestTree} pages`, offset)
        path.push({ children: this.#children(bytes, head, offset), next: 0, offset })
      } else throw new DamagedBlock(`A page of kind ${bytes[head]} in a table's tree`, offset)
      while (path.length > 0 && (path.at(-1)?.next ?? 0) >= (path.at(-1)?.children.length ?? 0)) path.pop()
      const parent = path.at(-1)
      if (!parent) return
      number = parent.children[parent.next++] ?? 0
      from = parent.offset
    }
  }

  /** The cells of page 1, if it is a leaf: the beginning of the schema, without asking for pages. */
  firstLeaf(page: Uint8Array): Leaf {
    const isLeaf = page[databaseHeaderBytes] === leafPage
    return { bytes: page, offset: 0, cells: isLeaf ? this.#cells(page, databaseHeaderBytes, 0) : [] }
  }

  /** The whole record of a cell. */
  async record(leaf: Leaf, cell: Cell): Promise<Uint8Array> {
    const local = leaf.bytes.subarray(cell.start, cell.start + cell.localLength)
    if (cell.overflow === 0) return local
    if (cell.length > largestRow) throw new UnsupportedFeature(`A row of ${cell.length} bytes`, leaf.offset)
    const perPage = this.#pager.header.usable - 4
    if (Math.ceil((cell.length - cell.localLength) / perPage) > this.#pagesLeft)
      throw new DamagedBlock(`A row of ${cell.length} bytes, for which the file has too few pages`, leaf.offset)
    const record = new Uint8Array(cell.length)
    record.set(local)
    let next = cell.overflow
    for (let at = local.length; at < record.length; at += perPage) {
      const page = await this.#page(next, leaf.offset)
      next = new DataView(page.buffer, page.byteOffset).getUint32(0)
      record.set(page.subarray(4, 4 + Math.min(perPage, record.length - at)), at)
    }
    return record
  }

  #page(number: number, from: number): Promise<Uint8Array> {
    if (this.#pagesLeft-- <= 0) throw new DamagedBlock('A table whose pages form a circle', from)
    return this.#pager.page(number, from)
  }

  /** Where the cells of a page begin, checked. */
  #pointers(bytes: Uint8Array, head: number, first: number, offset: number): number[] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const count = view.getUint16(head + 3)
    if (head + first + count * 2 > this.#pager.header.usable) throw new DamagedBlock(`A page with ${count} cells`, offset)
    return Array.from({ length: count }, (_, i) => {
      const at = view.getUint16(head + first + i * 2)
      if (at < head + first || at + 4 > this.#pager.header.usable) throw new DamagedBlock(`A cell at ${at} of its page`, offset)
      return at
    })
  }

  #children(bytes: Uint8Array, head: number, offset: number): number[] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return [...this.#pointers(bytes, head, 12, offset).map((at) => view.getUint32(at)), view.getUint32(head + 8)]
  }

  #cells(bytes: Uint8Array, head: number, offset: number): Cell[] {
    const { usable } = this.#pager.header
    const cursor = this.#cursor
    cursor.bytes = bytes
    cursor.end = usable
    return this.#pointers(bytes, head, 8, offset).map((at) => {
      cursor.at = at
      const length = cursor.varint()
      const rowId = cursor.rowId()
      const start = cursor.at
      const localLength = localBytes(length, usable)
      const tail = localLength < length ? 4 : 0
      if (start + localLength + tail > usable)
        throw new DamagedBlock(`A row of ${length} bytes that its page cannot hold`, offset)
      const rest = start + localLength
      const overflow =
        tail === 0
          ? 0
          : (bytes[rest] ?? 0) * 65_536 * 256 +
            ((bytes[rest + 1] ?? 0) << 16) +
            ((bytes[rest + 2] ?? 0) << 8) +
            (bytes[rest + 3] ?? 0)
      if (tail > 0 && overflow === 0) throw new DamagedBlock('A row whose rest lies on page 0', offset)
      return { rowId, start, localLength, length, overflow }
    })
  }
}

/** How much of a record of `length` bytes lies on the leaf itself (file format, 1.6). */
export function localBytes(length: number, usable: number): number {
  const most = usable - 35
  if (length <= most) return length
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const wanted = least + ((length - least) % (usable - 4))
  return wanted <= most ? wanted : least
}
