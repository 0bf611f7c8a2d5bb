import type { ByteSource } from '../../byte-source.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import { tableShape, type SqliteColumn } from './create-table.ts'
import { openPager, type Pager } from './pager.ts'
import { readRecord, type SqliteValue } from './record.ts'
import { TableScan } from './table-scan.ts'

export type { SqliteColumn } from './create-table.ts'
export type { SqliteValue } from './record.ts'

export interface SqliteTable {
  name: string
  columns: readonly SqliteColumn[]
  /** The statement that made the table. */
  sql: string
  /** First page of its tree; 0 for virtual tables. */
  rootPage: number
  withoutRowId: boolean
}

export interface SqliteDatabase {
  /** In the order in which they were made; those of SQLite itself are left out. */
  tables: readonly SqliteTable[]
  /**
   * The rows of a table in the order of their row ids, as many values as the table has columns.
   * Throws ShortRead, DamagedBlock, and
   * UnsupportedFeature for tables WITHOUT ROWID and virtual ones.
   */
  rows(table: SqliteTable): AsyncGenerator<SqliteValue[]>
}

const mostTables = 10_000
/** Where an unsupported table is told of: the header, as its place is nowhere else. */
const schemaOffset = 100

/** Opens an SQLite database for reading. Pages are read when they are needed. */
export async function openSqlite(source: ByteSource): Promise<SqliteDatabase> {
  const pager = await openPager(source)
  return { tables: await readTables(pager), rows: (table) => readRows(pager, table) }
}

/** The tables in the schema, whose own table has its root at page 1. */
export async function readTables(pager: Pager): Promise<SqliteTable[]> {
  const tables: SqliteTable[] = []
  const scan = new TableScan(pager, 1)
  for await (const leaf of scan.leaves())
    for (const cell of leaf.cells) {
      const table = tableOf(readRecord(await scan.record(leaf, cell), pager.header.encoding, leaf.offset))
      if (table && tables.length < mostTables) tables.push(table)
    }
  return tables
}

/** The table of a row of the schema: type, name, table name, root page, SQL. */
export function tableOf(row: readonly SqliteValue[]): SqliteTable | null {
  const [type, name, , rootPage, sql] = row
  if (type !== 'table' || typeof name !== 'string' || typeof sql !== 'string' || name.startsWith('sqlite_')) return null
  const shape = tableShape(sql)
  const isVirtual = typeof rootPage !== 'number' || rootPage === 0
  return {
    name,
    columns: isVirtual ? [] : (shape?.columns ?? []),
    sql,
    rootPage: isVirtual ? 0 : rootPage,
    withoutRowId: shape?.withoutRowId ?? false,
  }
}

async function* readRows(pager: Pager, table: SqliteTable): AsyncGenerator<SqliteValue[]> {
  if (table.rootPage === 0) throw new UnsupportedFeature(`The virtual table ${table.name}`, schemaOffset)
  if (table.withoutRowId) throw new UnsupportedFeature(`The table ${table.name} (WITHOUT ROWID)`, schemaOffset)
  const { columns } = table
  const scan = new TableScan(pager, table.rootPage)
  for await (const leaf of scan.leaves())
    for (const cell of leaf.cells) {
      const values = readRecord(await scan.record(leaf, cell), pager.header.encoding, leaf.offset)
      yield columns.map(({ isRowId, type, defaultValue }, i) => {
        if (isRowId) return cell.rowId
        const value = i < values.length ? (values[i] ?? null) : defaultValue
        // Whole numbers of REAL columns are stored as integers.
        return typeof value === 'bigint' && /REAL|FLOA|DOUB/i.test(type) ? Number(value) : value
      })
    }
}
