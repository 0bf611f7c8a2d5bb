import type { ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, frameFlag, type Bus, type FrameBlock, type FrameStream } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import { DamagedBlock, RecordingError, UnsupportedFeature } from '../../recording-error.ts'
import { readTables, tableOf, type SqliteTable } from './database.ts'
import { databaseHeader, isSqlite, openPager, Pager } from './pager.ts'
import { readRecord, RecordCursor, serialBytes, smallInteger } from './record.ts'
import { TableScan, type Leaf } from './table-scan.ts'

/** The table of python-can's SqliteWriter, which its reader takes by place (`can/io/sqlite.py`). */
const messageColumns = ['ts', 'arbitration_id', 'extended', 'remote', 'error', 'dlc', 'data'] as const
export const messageTable = 'messages'

const isMessageTable = (table: SqliteTable | null): table is SqliteTable =>
  table !== null &&
  table.rootPage > 0 &&
  !table.withoutRowId &&
  table.columns.length === messageColumns.length &&
  messageColumns.every((name, i) => table.columns[i]?.name.toLowerCase() === name && !table.columns[i]?.isRowId)

/**
 * True when the beginning of a file is a database whose schema, as far as it lies on the first page, has the table.
 * Of pages larger than `head` nothing can be told, since a page is filled from its end: they are not taken for recordings.
 */
export function hasMessageTable(head: Uint8Array): boolean {
  try {
    if (!isSqlite(head)) return false
    const header = databaseHeader(head)
    if (header.pageSize > head.length) return false
    const page = head.subarray(0, header.pageSize)
    const scan = new TableScan(new Pager({ size: page.length, read: async () => page }, header), 1)
    return scan.firstLeaf(page).cells.some((cell) => {
      if (cell.overflow > 0) return false
      const record = page.subarray(cell.start, cell.start + cell.length)
      return isMessageTable(tableOf(readRecord(record, header.encoding, 0)))
    })
  } catch (error) {
    if (error instanceof RecordingError) return false
    throw error
  }
}

export interface MessageStream extends FrameStream {
  version: string
}

/** Opens python-can's table. Its origin is the first row's time. */
export async function openMessages(source: ByteSource): Promise<MessageStream> {
  const pager = await openPager(source)
  const tables = (await readTables(pager)).filter(isMessageTable)
  const table = tables.find(({ name }) => name === messageTable) ?? tables[0]
  if (!table) throw new UnsupportedFeature("A database without python-can's table of messages, whose schema", 100)
  const buses: Bus[] = []
  const first = await firstTime(pager, table)
  const seconds = Math.floor(first)
  const nanoseconds = Math.round((first - seconds) * 1e9)
  const origin: Instant = { epochMs: seconds * 1000 + Math.floor(nanoseconds / 1e6), nanos: nanoseconds % 1e6 }
  return { version: pager.header.version, origin, buses, blocks: readBlocks(pager, table, seconds, nanoseconds, buses) }
}

async function firstTime(pager: Pager, table: SqliteTable): Promise<number> {
  const row = new MessageRow()
  const scan = new TableScan(pager, table.rootPage)
  try {
    for await (const leaf of scan.leaves())
      for (const cell of leaf.cells) {
        row.read(await scan.record(leaf, cell), leaf)
        return row.seconds
      }
  } catch (error) {
    // Met again when the rows are read, where it becomes the recording's problem.
    if (!(error instanceof RecordingError)) throw error
  }
  return 0
}

async function* readBlocks(
  pager: Pager,
  table: SqliteTable,
  firstSeconds: number,
  firstNanoseconds: number,
  buses: Bus[],
): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const row = new MessageRow()
  const scan = new TableScan(pager, table.rootPage)
  let failure: unknown
  try {
    for await (const leaf of scan.leaves())
      for (const cell of leaf.cells) {
        if (cell.overflow === 0) row.read(leaf.bytes, leaf, cell.start, cell.length)
        else row.read(await scan.record(leaf, cell), leaf)
        if (buses.length === 0) buses.push({ kind: 'CAN', channel: 0, name: 'CAN' })
        const whole = Math.floor(row.seconds)
        const timeNs = (whole - firstSeconds) * 1e9 + Math.round((row.seconds - whole) * 1e9) - firstNanoseconds
        builder.add(timeNs, 0, row.id, row.flags, row.data, row.dataStart, row.dataLength)
        if (builder.full) yield builder.take()
      }
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}

const noData = new Uint8Array(64)
const longestFrame = 64
const latest = 1e12

/** One row of the table, read without making values of it. */
class MessageRow {
  seconds = 0
  id = 0
  flags = 0
  data: Uint8Array = noData
  dataStart = 0
  dataLength = 0
  #cursor = new RecordCursor()
  #types = new Float64Array(messageColumns.length)

  /** Throws DamagedBlock when the values are not those of a frame. */
  read(bytes: Uint8Array, leaf: Leaf, start = 0, length = bytes.length): void {
    const cursor = this.#cursor
    cursor.bytes = bytes
    cursor.at = start
    cursor.end = start + length
    const headEnd = start + cursor.varint()
    let total = headEnd
    for (let i = 0; i < messageColumns.length; i++) {
      const type = cursor.at < headEnd ? cursor.varint() : 0
      this.#types[i] = type
      total += serialBytes(type)
    }
    if (total > start + length) throw new DamagedBlock('A row whose values are longer than the row', leaf.offset)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = headEnd
    const number = (column: number): number => {
      const type = this.#types[column] ?? 0
      const value = numberAt(view, at, type)
      if (Number.isNaN(value)) throw new DamagedBlock(`A row without a number as ${messageColumns[column]}`, leaf.offset)
      at += serialBytes(type)
      return value
    }
    this.seconds = number(0)
    if (Math.abs(this.seconds) > latest) throw new DamagedBlock(`A row at the time ${this.seconds}`, leaf.offset)
    this.id = number(1)
    const flags = (number(2) ? frameFlag.extended : 0) | (number(3) ? frameFlag.remote : 0) | (number(4) ? frameFlag.error : 0)
    if (this.id < 0 || this.id > 0x1fff_ffff) throw new DamagedBlock(`A row with the identifier ${this.id}`, leaf.offset)
    const stated = Math.max(0, Math.min(8, number(5)))
    const type = this.#types[6] ?? 0
    // A frame with no data has an empty blob or null.
    if (type !== 0 && (type < 12 || type % 2 !== 0)) throw new DamagedBlock('A row whose data are no blob', leaf.offset)
    const found = Math.min(longestFrame, serialBytes(type))
    const isRemote = (flags & frameFlag.remote) !== 0
    // The table has no mark for CAN FD, but more than 8 bytes can be nothing else.
    this.flags = flags | (found > 8 ? frameFlag.fd : 0)
    this.data = isRemote ? noData : bytes
    this.dataStart = isRemote ? 0 : at
    this.dataLength = isRemote ? stated : found
  }
}

/** A number of a serial type; NaN for what is none. */
function numberAt(view: DataView, at: number, type: number): number {
  if (type === 7) return view.getFloat64(at)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) return view.getInt32(at) * 0x1_0000_0000 + view.getUint32(at + 4)
  return type >= 1 && type <= 5 ? smallInteger(view, at, type) : NaN
}
