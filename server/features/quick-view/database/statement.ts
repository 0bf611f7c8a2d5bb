import type { DatabaseFilter, DatabaseTable } from '#contract/quick-view.ts'
import { Refused } from './question.ts'
import { quoted } from './tables.ts'

type Value = string | number | bigint

export interface Clause {
  readonly sql: string
  readonly values: readonly Value[]
}

/** `FROM ... WHERE ...`: names are those of the table, values are bound. @throws Refused for an unknown column */
export function choice(table: DatabaseTable, filters: readonly DatabaseFilter[]): Clause {
  const parts = filters.map((filter) => condition(columnIn(table, filter.column, 'filters'), filter))
  const where = parts.length === 0 ? '' : ` WHERE ${parts.map(({ sql }) => `(${sql})`).join(' AND ')}`
  return { sql: `FROM ${quoted(table.name)} AS t${where}`, values: parts.flatMap(({ values }) => values) }
}

/** The column as it stands in a statement. */
export function columnIn(table: DatabaseTable, name: string, field: string): string {
  if (!table.columns.some((column) => column.name === name))
    throw new Refused({ kind: 'field', field, message: 'There is no such column' })
  return `t.${quoted(name)}`
}

function condition(column: string, { is, value }: DatabaseFilter): Clause {
  switch (is) {
    case 'null':
      return { sql: `${column} IS NULL`, values: [] }
    case 'not null':
      return { sql: `${column} IS NOT NULL`, values: [] }
    case 'contains':
      return { sql: `instr(lower(CAST(${column} AS TEXT)), ?) > 0`, values: [asciiLower(value)] }
    case '=':
    case '<>': {
      const number = numberIn(value)
      const same = number === null ? `CAST(${column} AS TEXT) = ?` : `CAST(${column} AS TEXT) = ? OR ${column} = ?`
      return { sql: is === '=' ? same : `NOT (${same})`, values: number === null ? [value] : [value, number] }
    }
    default:
      return compared(column, is, value)
  }
}

/** SQLite puts every text after every number; texts that are numbers are compared as such here. */
function compared(column: string, is: '<' | '<=' | '>' | '>=', value: string): Clause {
  const number = numberIn(value)
  if (number === null) return { sql: `typeof(${column}) = 'text' AND ${column} ${is} ?`, values: [value] }
  const isNumeric = `typeof(${column}) = 'text' AND ${column} GLOB '*[0-9]*' AND NOT ${column} GLOB '*[^-+0-9.eE]*'`
  return {
    sql: `(typeof(${column}) IN ('integer', 'real') AND ${column} ${is} ?) OR (${isNumeric} AND CAST(${column} AS REAL) ${is} ?)`,
    values: [number, number],
  }
}

/** As SQLite's `lower` does it. */
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function numberIn(text: string): number | bigint | null {
  const trimmed = text.trim()
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(trimmed)) return null
  const number = Number(trimmed)
  if (Number.isSafeInteger(number) || !/^[-+]?\d+$/.test(trimmed)) return number
  const whole = BigInt(trimmed.replace(/^\+/, ''))
  return whole >= -(2n ** 63n) && whole < 2n ** 63n ? whole : number
}
