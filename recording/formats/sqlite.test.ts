import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { frameFlag } from '../frames.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../testing/write-frames.ts'
import { plainFrames, testBuses, testFrames, testStart } from '../testing/written.ts'
import { headBytes } from './format.ts'
import { sqlite, sqliteWriter } from './sqlite.ts'
import { tableShape } from './sqlite/create-table.ts'
import { openSqlite, type SqliteValue } from './sqlite/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'sqlite-format-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

/** A database made by SQLite itself. */
function made(...statements: string[]): Uint8Array {
  const path = join(folder, `${files++}.db`)
  const database = new DatabaseSync(path)
  for (const statement of statements) database.exec(statement)
  database.close()
  return new Uint8Array(readFileSync(path))
}

/** What SQLite itself says of a file. */
function asked(bytes: Uint8Array, query: string): unknown[] {
  const path = join(folder, `${files++}.db`)
  writeFileSync(path, bytes)
  const database = new DatabaseSync(path)
  const rows = database.prepare(query).all()
  database.close()
  return rows.map((row) => ({ ...row }))
}

async function rowsOf(bytes: Uint8Array, name: string): Promise<SqliteValue[][]> {
  const database = await openSqlite(memorySource(bytes))
  const table = database.tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`no table ${name}`)
  const rows: SqliteValue[][] = []
  for await (const row of database.rows(table)) rows.push(row)
  return rows
}

const messages =
  'CREATE TABLE messages (ts REAL, arbitration_id INTEGER, extended INTEGER, remote INTEGER, error INTEGER, dlc INTEGER, data BLOB)'

describe("python-can's SQLite database", () => {
  it('gives back every frame, but not its bus and direction', async () => {
    const blocks = testFrames(60_000, false)
    const { bytes, dropped } = await writeFrames(sqliteWriter, testStart, testBuses, blocks)
    expect(dropped).toEqual(new Map())
    expect(asked(bytes, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(asked(bytes, 'SELECT count(*) n, max(rowid) last FROM messages')).toEqual([{ n: 60_000, last: 60_000 }])
    expect(sqlite.detect(bytes.subarray(0, headBytes))).toBe(true)
    const stream = await sqlite.readFrames(memorySource(bytes))
    expect(stream.origin.epochMs).toBe(testStart.epochMs)
    const written = await plainFrames({ buses: testBuses, blocks })
    const read = await plainFrames(stream)
    const shift = stream.origin.nanos - testStart.nanos
    expect(read.map(({ id, flags, data }) => [id, flags, data])).toEqual(
      written.map(({ id, flags, data }) => [id, flags & ~frameFlag.sent, data]),
    )
    // A double of seconds since 1970 has a step of 240 ns.
    expect(Math.max(...read.map(({ timeNs }, i) => Math.abs(timeNs + shift - (written[i]?.timeNs ?? 0))))).toBeLessThan(240)
    expect(await sqlite.readHeader(memorySource(bytes))).toMatchObject({ frameCount: 60_000, version: '3.40.0' })
  })

  it('keeps the data of CAN FD frames and says what it loses', async () => {
    const { bytes, dropped } = await writeFrames(sqliteWriter, testStart, mixedBuses, [mixedFrames()])
    expect([...dropped]).toEqual([
      ['CAN FD marks of frames (their data are kept)', 3],
      ['LIN frames', 2],
      ['FlexRay frames', 1],
      ['Ethernet frames', 2],
    ])
    const read = await plainFrames(await sqlite.readFrames(memorySource(bytes)))
    expect(read.map(({ id, flags, data }) => [id, flags, data.length / 2])).toEqual([
      [0x123, 0, 8],
      [0x18fef123, frameFlag.extended, 3],
      [0x7ff, frameFlag.remote, 5],
      [0x1fffffff, frameFlag.extended, 0],
      [0x321, frameFlag.error, 2],
      [0x100, frameFlag.fd, 64],
      [0x18daf110, frameFlag.extended | frameFlag.fd, 12],
      [0x101, 0, 3],
    ])
  })

  it('writes an empty recording', async () => {
    const { bytes } = await writeFrames(sqliteWriter, testStart, testBuses, [])
    expect(asked(bytes, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await sqlite.readHeader(memorySource(bytes))).toMatchObject({ frameCount: 0, start: null })
  })

  it('is found in any encoding, and other databases are no recordings', () => {
    const found = (...statements: string[]): boolean => sqlite.detect(made(...statements).subarray(0, headBytes))
    expect(found(messages)).toBe(true)
    expect(found("PRAGMA encoding = 'UTF-16le'", messages)).toBe(true)
    expect(found('CREATE TABLE other (a)', messages.replace('messages', 'recorded'))).toBe(true)
    expect(found('CREATE TABLE messages (ts REAL, text TEXT)')).toBe(false)
    expect(found('PRAGMA page_size = 8192', messages)).toBe(false)
    expect(sqlite.detect(new Uint8Array(4096))).toBe(false)
  })

  it('reads whole numbers as times, and names the page of a row that is no frame', async () => {
    const bytes = made(
      messages,
      "INSERT INTO messages VALUES (1700000000, 5, 1, 0, 0, 1, x'ab'), (1700000002.5, 6, 0, 1, 0, 3, NULL)",
    )
    expect(await plainFrames(await sqlite.readFrames(memorySource(bytes)))).toEqual([
      { timeNs: 0, channel: 0, id: 5, flags: frameFlag.extended, data: 'ab' },
      { timeNs: 2.5e9, channel: 0, id: 6, flags: frameFlag.remote, data: '000000' },
    ])
    const wrong = made(messages, "INSERT INTO messages VALUES (1, 5, 0, 0, 0, 1, x'ab'), ('noon', 5, 0, 0, 0, 1, x'ab')")
    const header = await sqlite.readHeader(memorySource(wrong))
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: 4096 } })
  })
})

describe('SQLite databases', () => {
  const pageSizes = [512, 1024, 4096, 65_536]
  it.each(pageSizes)('reads all values, long rows and large trees with pages of %i bytes', async (pageSize) => {
    const bytes = made(
      `PRAGMA page_size = ${pageSize}`,
      'CREATE TABLE t (id INTEGER PRIMARY KEY, v, "te xt" TEXT, r REAL)',
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
       INSERT INTO t SELECT i * 3, CASE i % 4 WHEN 0 THEN zeroblob(i * 7) WHEN 1 THEN i * i * i * i * 40000 WHEN 2 THEN NULL ELSE -i END,
       printf('%.*c', i % 900, 'x') || 'ü', i / 4.0 FROM n`,
    )
    const rows = await rowsOf(bytes, 't')
    expect(rows).toHaveLength(1200)
    for (const [index, [id, value, text, real]] of rows.entries()) {
      const i = index + 1
      expect([id, real]).toEqual([i * 3, i / 4])
      expect(text).toBe(`${'x'.repeat(Math.max(1, i % 900))}ü`)
      const large = i ** 4 * 40_000
      const expected = [new Uint8Array(i * 7), Number.isSafeInteger(large) ? large : BigInt(i) ** 4n * 40_000n, null, -i][i % 4]
      expect(value).toEqual(expected)
    }
  })

  it('reads text of UTF-16, columns added later, and row ids of all sizes', async () => {
    const bytes = made(
      "PRAGMA encoding = 'UTF-16be'",
      'CREATE TABLE a (x INTEGER, y, PRIMARY KEY (x))',
      "INSERT INTO a VALUES (-9223372036854775807, 'Ω'), (-3, 2.5), (9223372036854775807, 'ß')",
      "ALTER TABLE a ADD COLUMN z TEXT DEFAULT 'later'",
    )
    expect(await rowsOf(bytes, 'a')).toEqual([
      [-9223372036854775807n, 'Ω', 'later'],
      [-3, 2.5, 'later'],
      [9223372036854775807n, 'ß', 'later'],
    ])
  })

  it('refuses tables without row ids and virtual ones by name', async () => {
    const bytes = made('CREATE TABLE w (a PRIMARY KEY, b) WITHOUT ROWID', 'CREATE VIRTUAL TABLE f USING fts5(a)')
    await expect(rowsOf(bytes, 'w')).rejects.toMatchObject({ kind: 'unsupported-feature' })
    await expect(rowsOf(bytes, 'f')).rejects.toThrow('virtual table f')
  })

  it('reads the names of columns however they are written', () => {
    const sql = `CREATE TABLE "x (1)" (id INTEGER PRIMARY KEY DESC, [a b] VARCHAR(10, 2) DEFAULT 'x,)y', "q""o" -- c, d
      , /* e, */ \`t\` REAL CHECK (t > (1)), n DEFAULT -5, CONSTRAINT c UNIQUE (n, t), FOREIGN KEY (n) REFERENCES z(a))`
    const shape = tableShape(sql)
    expect(shape?.columns.map(({ name, type, isRowId, defaultValue }) => [name, type, isRowId, defaultValue])).toEqual([
      ['id', 'INTEGER', false, null],
      ['a b', 'VARCHAR ( 10 , 2 )', false, 'x,)y'],
      ['q"o', '', false, null],
      ['t', 'REAL', false, null],
      ['n', '', false, -5],
    ])
  })

  it('notices pages in a circle, pages that do not exist and pages of another kind', async () => {
    const { bytes } = await writeFrames(sqliteWriter, testStart, testBuses, testFrames(2000, false))
    const database = await openSqlite(memorySource(bytes))
    const root = database.tables[0]?.rootPage ?? 0
    const offset = (root - 1) * 4096
    const changed = (page: number): Uint8Array => {
      const copy = bytes.slice()
      // The last child of the root.
      new DataView(copy.buffer).setUint32(offset + 8, page)
      return copy
    }
    for (const [page, kind, at] of [
      [root, 'damaged-block', offset],
      [0, 'damaged-block', offset],
      [100_000, 'short-read', 99_999 * 4096],
    ] as const) {
      const header = await sqlite.readHeader(memorySource(changed(page)))
      expect(header.frameCount).toBeGreaterThan(1500)
      expect(header.problem).toMatchObject({ kind, offset: at })
    }
  })
})
