import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A database with small pages, so that there are trees and long rows. */
export function builtSqlite(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-fuzz-'))
  const path = join(folder, 'a.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA page_size = 512')
  database.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, v, "te xt" TEXT, r REAL)')
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    INSERT INTO t SELECT i, zeroblob(i * 11), printf('%.*c', i % 90, 'x'), i / 4.0 FROM n`)
  database.close()
  const bytes = new Uint8Array(readFileSync(path))
  rmSync(folder, { recursive: true })
  return bytes
}
