import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { writeFrames } from '../testing/write-frames.ts'
import { testBuses, testFrames, testStart } from '../testing/written.ts'
import { sqliteWriter } from './sqlite.ts'
import { openSqlite } from './sqlite/database.ts'

/** Small pages, so that there are trees and long rows. */
function generic(): Uint8Array {
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

describe('damaged recordings', () => {
  it("python-can's SQLite database", { timeout: 240_000 }, async () => {
    const { bytes } = await writeFrames(sqliteWriter, testStart, testBuses, testFrames(1000, false))
    expect(await hurt(bytes, mutationsPerFormat)).toEqual([])
  })

  it('any SQLite database', { timeout: 240_000 }, async () => {
    const faults = await hurt(generic(), mutationsPerFormat, async (source) => {
      const database = await openSqlite(source)
      for (const table of database.tables) for await (const row of database.rows(table)) void row
      return undefined
    })
    expect(faults).toEqual([])
  })
})
