import { splitRow } from './split-row.ts'
import type { ColumnType, Decimal } from './values.ts'
import { numberOf, timeOf, typeOf } from './values.ts'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  /** Characters of its longest value among the first rows. */
  readonly width: number
}

export interface Dialect {
  readonly delimiter: string
  readonly decimal: Decimal
  /** Rows above the table: notes of the program that wrote it. */
  readonly preamble: number
  readonly hasHeader: boolean
  readonly columns: readonly Column[]
}

const delimiters = [',', ';', '\t', '|'] as const

/** How a table is written, from its first rows (whole ones). */
export function dialectOf(rows: readonly string[]): Dialect {
  const filled = rows.filter((row) => row !== '')
  const { delimiter } = delimiters
    .map((one) => ({ delimiter: one, score: evenness(filled, one) }))
    .reduce((best, next) => (next.score > best.score ? next : best))
  const fields = rows.map((row) => splitRow(row, delimiter))
  const width = usualWidth(fields.map(({ length }) => length))
  const preamble = Math.max(0, firstOfTable(fields, width))
  const [first = [], ...rest] = fields.slice(preamble)
  const decimal = decimalOf(rest, delimiter)
  const hasHeader = isHeader(first, rest, decimal)
  const body = hasHeader ? rest : [first, ...rest]
  const count = Math.max(width, first.length)
  return {
    delimiter,
    decimal,
    preamble,
    hasHeader,
    columns: Array.from({ length: count }, (_, i) => {
      const values = body.map((row) => row[i] ?? '')
      const name = hasHeader ? (first[i] ?? '').trim() : ''
      return {
        name: name === '' ? `Column ${i + 1}` : name,
        type: typeOf(values, decimal),
        width: Math.max(...values.slice(0, 200).map(({ length }) => length), 0),
      }
    }),
  }
}

/** How many fields most rows have, weighted by how many rows agree. */
function evenness(rows: readonly string[], delimiter: string): number {
  const widths = rows.map((row) => splitRow(row, delimiter).length)
  const width = usualWidth(widths)
  const agreeing = widths.filter((one) => one === width).length / Math.max(1, widths.length)
  return width === 1 ? 0 : agreeing * (1 + Math.log2(width) / 10)
}

function usualWidth(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1)
  let [best, most] = [1, 0]
  for (const [width, count] of counts) if (count > most) [best, most] = [width, count]
  return best
}

/** Notes above a table have fewer fields than it. */
const firstOfTable = (fields: readonly (readonly string[])[], width: number): number =>
  fields.findIndex(({ length }) => length >= width)

/** A comma within numbers, where fields are not separated by it. */
function decimalOf(rows: readonly (readonly string[])[], delimiter: string): Decimal {
  if (delimiter === ',') return '.'
  const fields = rows.flat()
  const commas = fields.filter((field) => /^\s*[-+]?\d+,\d+([eE][-+]?\d+)?\s*$/.test(field)).length
  const points = fields.filter((field) => /^\s*[-+]?\d+\.\d+([eE][-+]?\d+)?\s*$/.test(field)).length
  return commas > points ? ',' : '.'
}

/** Words above numbers; or, where all is words, a first row in which each word stands once and is filled. */
function isHeader(first: readonly string[], rest: readonly (readonly string[])[], decimal: Decimal): boolean {
  if (rest.length === 0) return first.every((field) => numberOf(field, decimal) === null && field.trim() !== '')
  const isValue = (field: string) => numberOf(field, decimal) !== null || timeOf(field) !== null
  if (first.some((field) => isValue(field))) return false
  const typed = first.some(
    (_, i) =>
      typeOf(
        rest.map((row) => row[i] ?? ''),
        decimal,
      ) !== 'text',
  )
  return typed || (new Set(first).size === first.length && first.every((field) => field.trim() !== ''))
}
