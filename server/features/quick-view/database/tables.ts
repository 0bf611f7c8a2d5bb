import type { DatabaseSync } from 'node:sqlite'
import type { DatabaseTable } from '#contract/quick-view.ts'
import { Refused } from './question.ts'

/** Tables and columns that are listed; nobody looks at more. */
const mostTables = 1000
export const mostColumns = 400

type Kind = DatabaseTable['kind']

/** Tables and views in the order of their names, without SQLite's own. */
export function tablesOf(database: DatabaseSync): DatabaseTable[] {
  const rows = database
    .prepare(
      `SELECT name, type, substr(sql, 1, 40) AS sql FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY lower(name) LIMIT ${mostTables}`,
    )
    .all()
  return rows.flatMap(({ name, type, sql }) => {
    if (typeof name !== 'string') return []
    const kind: Kind = type === 'view' ? 'view' : /^\s*create\s+virtual\b/i.test(String(sql)) ? 'virtual' : 'table'
    const columns = kind === 'virtual' ? [] : columnsOf(database, name)
    const empty = kind === 'table' && isEmpty(database, name)
    return [{ name, kind, columns: columns.slice(0, mostColumns), columnCount: columns.length, empty }]
  })
}

/** The table of this name, looked up so that no name of a caller becomes part of a statement unseen. @throws Refused */
export function tableNamed(database: DatabaseSync, name: string): DatabaseTable {
  const table = tablesOf(database).find((one) => one.name === name)
  if (table === undefined) throw new Refused({ kind: 'field', field: 'table', message: 'There is no such table' })
  if (table.kind === 'virtual' || table.columns.length === 0)
    throw new Refused({ kind: 'field', field: 'table', message: 'This table needs the program that made it' })
  return table
}

/** A view that names what is not there has no columns. */
function columnsOf(database: DatabaseSync, table: string): DatabaseTable['columns'] {
  try {
    return database
      .prepare(`PRAGMA table_xinfo(${quoted(table)})`)
      .all()
      .flatMap(({ name, type }) => (typeof name === 'string' ? [{ name, type: String(type ?? '') }] : []))
  } catch {
    return []
  }
}

/** Of a table that cannot be read nobody knows; reading its rows then says why. */
function isEmpty(database: DatabaseSync, table: string): boolean {
  try {
    return database.prepare(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).get() === undefined
  } catch {
    return false
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
