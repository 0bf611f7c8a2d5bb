import type { GridColumn, GridValue } from './column.ts'
import { textOf } from './column.ts'

/** Name of every exported file, without its extension. */
export const exportName = 'Datagrid'

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and skip a leading tab or line end before they look.
 * https://owasp.org/www-community/attacks/CSV_Injection: an apostrophe in front makes it text.
 */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/** Text that no spreadsheet runs. */
export function neutral(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

export const exportedColumns = <Row>(columns: ReadonlyArray<GridColumn<Row>>) =>
  columns.filter(({ exported }) => exported !== false)

/** RFC 4180, with a byte order mark so that Excel reads UTF-8. Numbers stay numbers: "-5" computed by us is no formula. */
export function csvOf<Row>(columns: ReadonlyArray<GridColumn<Row>>, rows: readonly Row[]): string {
  const kept = exportedColumns(columns)
  const head = kept.map(({ title }) => quoted(neutral(title)))
  const body = rows.map((row) => kept.map((column) => quoted(csvCell(column, row))))
  return `\uFEFF${[head, ...body].map((cells) => `${cells.join(',')}\r\n`).join('')}`
}

function csvCell<Row>(column: GridColumn<Row>, row: Row): string {
  const text = textOf(column, row)
  return typeof column.value(row) === 'number' && column.text === undefined ? text : neutral(text)
}

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A cell of a worksheet: numbers and truth values keep their kind, all else is text that no spreadsheet runs. */
export type SheetCell =
  | { type: StringConstructor; value: string }
  | { type: NumberConstructor; value: number }
  | { type: BooleanConstructor; value: boolean }
  | null

export function sheetOf<Row>(columns: ReadonlyArray<GridColumn<Row>>, rows: readonly Row[]): SheetCell[][] {
  const kept = exportedColumns(columns)
  return rows.map((row) => kept.map((column) => sheetCell(column, row)))
}

function sheetCell<Row>(column: GridColumn<Row>, row: Row): SheetCell {
  const value: GridValue = column.value(row)
  if (column.text === undefined && typeof value === 'number' && Number.isFinite(value)) return { type: Number, value }
  if (column.text === undefined && typeof value === 'boolean') return { type: Boolean, value }
  const text = textOf(column, row)
  return text === '' ? null : { type: String, value: neutral(text) }
}
