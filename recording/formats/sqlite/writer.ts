import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import { addNanoseconds, type Instant } from '../../instant.ts'
import { dataKept } from '../format.ts'
import type { FrameWriter } from '../format.ts'
import { pageSize, PageWriter, putVarint, varintBytes } from './page-writer.ts'
import { databaseHeaderBytes, sqliteMagic } from './pager.ts'
import { TreeWriter } from './tree-writer.ts'

/** As python-can's SqliteWriter makes it. */
const createTable =
  'CREATE TABLE messages (ts REAL, arbitration_id INTEGER, extended INTEGER, remote INTEGER, error INTEGER, dlc INTEGER, data BLOB)'
const leafHead = 8
const longestData = 64
/** Version 3.40.0, the oldest that is told to have written this; readers do not mind. */
const writerVersion = 3_040_000

/** Writes python-can's table of messages: CAN frames with times as seconds since 1970. */
export class SqliteWriter implements FrameWriter {
  #sink: ByteSink
  #pages: PageWriter
  #tree: TreeWriter
  #page: Uint8Array = new Uint8Array(0)
  #view = new DataView(this.#page.buffer)
  #pageNumber = 0
  #cells = 0
  #content = 0
  #rowId = 0
  #origin: Instant = { epochMs: 0, nanos: 0 }
  #buses: readonly Bus[] = []
  #dropped = new Map<string, number>()

  constructor(sink: ByteSink) {
    this.#sink = sink
    this.#pages = new PageWriter(sink)
    this.#tree = new TreeWriter(this.#pages)
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#origin = origin
    this.#buses = buses
    // The header and the schema need the root's number; they are filled in at the end.
    await this.#pages.next()
    await this.#openLeaf()
  }

  async write(block: FrameBlock): Promise<void> {
    for (let row = 0; row < block.count; row++) {
      const flags = block.flags[row] ?? 0
      const length = block.length[row] ?? 0
      const kind = this.#buses[block.bus[row] ?? 0]?.kind ?? 'other'
      if (kind !== 'CAN') this.#count(`${kind} frames`)
      else if (flags & frameFlag.reassembled) this.#count('reassembled messages')
      else if (length > longestData) this.#count(`CAN frames with more than ${longestData} bytes`)
      else {
        if (flags & frameFlag.fd) this.#count(`CAN FD marks of frames ${dataKept}`)
        await this.#row(block, row, flags, length)
      }
    }
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    await this.#closeLeaf()
    const root = await this.#tree.finish()
    await this.#pages.flush()
    await this.#sink.patch(0, firstPage(root, this.#pages.pageCount))
    return this.#dropped
  }

  #count(reason: string): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
  }

  /** Record: header with serial types, then time (8 bytes), identifier (4), length (1), data (file format, 2.1). */
  async #row(block: FrameBlock, row: number, flags: number, length: number): Promise<void> {
    const stored = flags & frameFlag.remote ? 0 : length
    const dataType = 12 + stored * 2
    const headBytes = 7 + varintBytes(dataType)
    const record = headBytes + 13 + stored
    const size = varintBytes(record) + varintBytes(this.#rowId + 1) + record
    if (this.#content - size < leafHead + this.#cells * 2 + 2) {
      await this.#closeLeaf()
      await this.#openLeaf()
    }
    this.#rowId++
    this.#content -= size
    const page = this.#page
    this.#view.setUint16(leafHead + this.#cells * 2, this.#content)
    this.#cells++
    let at = putVarint(page, putVarint(page, this.#content, record), this.#rowId)
    page[at++] = headBytes
    page[at++] = 7
    page[at++] = 4
    page[at++] = flags & frameFlag.extended ? 9 : 8
    page[at++] = flags & frameFlag.remote ? 9 : 8
    page[at++] = flags & frameFlag.error ? 9 : 8
    page[at++] = 1
    at = putVarint(page, at, dataType)
    const { epochMs, nanos } = addNanoseconds(this.#origin, block.timeNs[row] ?? 0)
    const seconds = Math.floor(epochMs / 1000)
    this.#view.setFloat64(at, seconds + ((epochMs - seconds * 1000) * 1e6 + nanos) / 1e9)
    this.#view.setUint32(at + 8, block.id[row] ?? 0)
    page[at + 12] = length
    const start = block.dataStart[row] ?? 0
    for (let i = 0; i < stored; i++) page[at + 13 + i] = block.data[start + i] ?? 0
  }

  async #openLeaf(): Promise<void> {
    this.#page = await this.#pages.next()
    this.#view = new DataView(this.#page.buffer, this.#page.byteOffset, pageSize)
    this.#pageNumber = this.#pages.pageCount
    this.#cells = 0
    this.#content = pageSize
  }

  async #closeLeaf(): Promise<void> {
    this.#page[0] = 0x0d
    this.#view.setUint16(3, this.#cells)
    this.#view.setUint16(5, this.#content)
    await this.#tree.addLeaf(this.#pageNumber, this.#rowId)
  }
}

/** The database header (file format, 1.3) and the schema with its only row. */
function firstPage(root: number, pageCount: number): Uint8Array {
  const page = new Uint8Array(pageSize)
  const view = new DataView(page.buffer)
  page.set(new TextEncoder().encode(sqliteMagic))
  view.setUint16(16, pageSize)
  page.set([1, 1, 0, 64, 32, 32], 18)
  view.setUint32(24, 1)
  view.setUint32(28, pageCount)
  view.setUint32(40, 1)
  view.setUint32(44, 4)
  view.setUint32(56, 1)
  view.setUint32(92, 1)
  view.setUint32(96, writerVersion)
  const [type, name, sql] = ['table', 'messages', createTable].map((text) => new TextEncoder().encode(text))
  const parts = [type, name, name, sql].map((part) => part ?? new Uint8Array(0))
  const texts = parts.map((part) => 13 + part.length * 2)
  const head = new Uint8Array(32)
  let headEnd = 1
  for (const serial of [...texts.slice(0, 3), 4, texts[3] ?? 13]) headEnd = putVarint(head, headEnd, serial)
  head[0] = headEnd
  const rootBytes = new Uint8Array(4)
  new DataView(rootBytes.buffer).setUint32(0, root)
  const body = [head.subarray(0, headEnd), ...parts.slice(0, 3), rootBytes, ...parts.slice(3)]
  const record = body.reduce((sum, part) => sum + part.length, 0)
  const content = pageSize - record - varintBytes(record) - 1
  let at = putVarint(page, content, record)
  page[at++] = 1
  for (const part of body) {
    page.set(part, at)
    at += part.length
  }
  page[databaseHeaderBytes] = 0x0d
  view.setUint16(databaseHeaderBytes + 3, 1)
  view.setUint16(databaseHeaderBytes + 5, content)
  view.setUint16(databaseHeaderBytes + 8, content)
  return page
}
