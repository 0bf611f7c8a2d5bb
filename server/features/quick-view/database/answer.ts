import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { DatabaseCell, DatabaseTable } from '#contract/quick-view.ts'
import type { Answers, Question } from './question.ts'
import { Refused } from './question.ts'
import { choice, columnIn } from './statement.ts'
import { quoted, tableNamed, tablesOf } from './tables.ts'

/** What of a long value a page shows, and what one value alone does: characters of text, bytes of a blob. */
const inPage = { text: 160, blob: 24 } as const
const alone = { text: 262_144, blob: 262_144 } as const
/** Values of one page: a wide table gives fewer rows. */
const mostCells = 20_000

/** @throws Refused, and what SQLite throws */
export function answerOf(database: DatabaseSync, question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'tables':
      return { tables: tablesOf(database) }
    case 'rows':
      return rowsOf(database, question)
    case 'count':
      return countOf(database, question)
    case 'cell':
      return cellOf(database, question)
  }
}

type Asked<Kind extends Question['kind']> = Extract<Question, { kind: Kind }>

function rowsOf(database: DatabaseSync, question: Asked<'rows'>): Answers['rows'] {
  const table = tableNamed(database, question.table)
  const most = Math.max(1, Math.min(question.max, Math.floor(mostCells / table.columns.length)))
  const columns = table.columns.map(({ name }) => `t.${quoted(name)}`)
  // one more than is shown tells whether there are more
  const rows = selected(database, { table, columns, question, cut: inPage, limit: most + 1 })
  return { rows: rows.slice(0, most), end: rows.length <= most }
}

function cellOf(database: DatabaseSync, question: Asked<'cell'>): Answers['cell'] {
  const table = tableNamed(database, question.table)
  const column = columnIn(table, question.column, 'column')
  const [row] = selected(database, { table, columns: [column], question, cut: alone, limit: 1 })
  if (row === undefined) throw new Refused({ kind: 'field', field: 'offset', message: 'There is no such row' })
  return { cell: row[0] ?? null }
}

function countOf(database: DatabaseSync, { table, filters }: Asked<'count'>): Answers['count'] {
  const { sql, values } = choice(tableNamed(database, table), filters)
  return { count: Number(database.prepare(`SELECT count(*) AS count ${sql}`).get(...values)?.['count'] ?? 0) }
}

interface Selection {
  readonly table: DatabaseTable
  /** As they stand in the statement. */
  readonly columns: readonly string[]
  readonly question: Asked<'rows'> | Asked<'cell'>
  readonly cut: { readonly text: number; readonly blob: number }
  readonly limit: number
}

function selected(database: DatabaseSync, { table, columns, question, cut, limit }: Selection): DatabaseCell[][] {
  const { sql, values } = choice(table, question.filters)
  const parts = columns.map(
    (column) =>
      `CASE typeof(${column}) WHEN 'text' THEN substr(${column}, 1, ${cut.text}) ` +
      `WHEN 'blob' THEN substr(${column}, 1, ${cut.blob}) ELSE ${column} END, octet_length(${column})`,
  )
  const orders = ordersOf(table, question.sort)
  const statement = firstThatFits(
    database,
    orders.map((order) => `SELECT ${parts.join(', ')} ${sql}${order} LIMIT ${limit} OFFSET ${question.offset}`),
  )
  statement.setReturnArrays(true)
  const rows: unknown[] = statement.all(...values)
  return rows.map((row) => {
    if (!Array.isArray(row)) throw new TypeError('SQLite gave a row that is no array')
    const cells: SQLOutputValue[] = row
    return columns.map((_, i) => presented(cells[2 * i] ?? null, Number(cells[2 * i + 1] ?? 0)))
  })
}

/** Rows of the same value stay in the order of their table, so that pages do not overlap; views and some tables have none. */
function ordersOf(table: DatabaseTable, sort: Asked<'rows'>['sort']): readonly string[] {
  if (sort === null) return ['']
  const order = ` ORDER BY ${columnIn(table, sort.column, 'sort')}${sort.descending ? ' DESC' : ''}`
  return [`${order}, t.rowid`, order]
}

function firstThatFits(database: DatabaseSync, [first = '', ...others]: readonly string[]): StatementSync {
  try {
    return database.prepare(first)
  } catch (error) {
    if (others.length === 0) throw error
    return firstThatFits(database, others)
  }
}

function presented(value: SQLOutputValue, size: number): DatabaseCell {
  if (value === null) return null
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : { type: 'integer', text: String(value), size: 8 }
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : { type: 'real', text: String(value), size: 8 }
  if (typeof value === 'string') return Buffer.byteLength(value) >= size ? value : { type: 'text', text: value, size }
  return { type: 'blob', text: Buffer.from(value).toString('hex'), size }
}
