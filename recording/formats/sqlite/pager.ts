import { pagedSource, readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'

// The file format of SQLite 3: https://www.sqlite.org/fileformat2.html
export const sqliteMagic = 'SQLite format 3\0'
export const databaseHeaderBytes = 100

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be'
const encodings: ReadonlyMap<number, TextEncodingName> = new Map([
  // 0 stands in databases that hold no schema yet.
  [0, 'utf-8'],
  [1, 'utf-8'],
  [2, 'utf-16le'],
  [3, 'utf-16be'],
])

export interface DatabaseHeader {
  pageSize: number
  /** Bytes of a page without those that extensions reserve at its end. */
  usable: number
  encoding: TextEncodingName
  /** Version of the library that wrote the file last, such as `3.45.1`. */
  version: string
}

export function isSqlite(head: Uint8Array): boolean {
  return head.length >= databaseHeaderBytes && [...sqliteMagic].every((letter, i) => head[i] === letter.charCodeAt(0))
}

/** The first 100 bytes of a database. Throws DamagedBlock and UnsupportedFeature. */
export function databaseHeader(head: Uint8Array): DatabaseHeader {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (!isSqlite(head)) throw new DamagedBlock('No beginning of an SQLite database', 0)
  const stated = view.getUint16(16)
  const pageSize = stated === 1 ? 65_536 : stated
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw new DamagedBlock(`A page size of ${pageSize} bytes`, 16)
  const reserved = view.getUint8(20)
  if (pageSize - reserved < 480) throw new DamagedBlock(`A page with ${reserved} reserved bytes`, 20)
  // 1 is the rollback journal, 2 the write-ahead log; what a log beside the file adds is not seen.
  if (view.getUint8(19) > 2) throw new UnsupportedFeature(`Read version ${view.getUint8(19)} of SQLite databases`, 19)
  const encoding = encodings.get(view.getUint32(56))
  if (!encoding) throw new DamagedBlock(`Text encoding ${view.getUint32(56)}`, 56)
  const writer = view.getUint32(96)
  const version = `${Math.floor(writer / 1e6)}.${Math.floor(writer / 1000) % 1000}.${writer % 1000}`
  return { pageSize, usable: pageSize - reserved, encoding, version }
}

/** Reads pages by number, from 1; keeps the last 4 MiB. */
export class Pager {
  readonly header: DatabaseHeader
  /** Whole pages in the file; nothing may refer past them. */
  readonly pageCount: number
  readonly size: number
  #source: ByteSource

  constructor(source: ByteSource, header: DatabaseHeader) {
    this.header = header
    this.#source = pagedSource(source)
    this.size = source.size
    this.pageCount = Math.floor(source.size / header.pageSize)
  }

  offsetOf(page: number): number {
    return (page - 1) * this.header.pageSize
  }

  /** Page `number`; `from` is the file offset of what refers to it. */
  async page(number: number, from: number): Promise<Uint8Array> {
    const { pageSize } = this.header
    if (number < 1) throw new DamagedBlock(`A reference to page ${number}`, from)
    const offset = this.offsetOf(number)
    if (number > this.pageCount) throw new ShortRead(`Page ${number}`, offset, pageSize, Math.max(0, this.size - offset))
    return readExactly(this.#source, offset, pageSize, `Page ${number}`)
  }
}

/** Opens the pages of a database. Throws ShortRead, DamagedBlock and UnsupportedFeature. */
export async function openPager(source: ByteSource): Promise<Pager> {
  return new Pager(source, databaseHeader(await readExactly(source, 0, databaseHeaderBytes, 'The database header')))
}
