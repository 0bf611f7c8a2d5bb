import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseFilter } from '#contract/quick-view.ts'
import { mutated } from '#recording/testing/fuzz/mutate.ts'
import { Problem } from '#server/http/problem.ts'
import { madeDatabase, measurements } from '../testing/made-database.ts'
import type { Question } from './question.ts'
import { readDatabase, usualReaderLimits } from './read-database.ts'

let folder: string
let path: string
const table = 'Mess"werte'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-databases-'))
  path = await stored('measurements.db', await madeDatabase(...measurements))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function stored(name: string, bytes: Uint8Array): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, bytes)
  return file
}

/** Within the usual limits but that of time: a reader waits long for a busy machine. */
const ask = <Kind extends Question['kind']>(file: string, question: Extract<Question, { kind: Kind }>) =>
  readDatabase<Kind>(file, question, { ...usualReaderLimits, milliseconds: 60_000 })

const rows = (
  filters: DatabaseFilter[],
  more: { sort?: { column: string; descending: boolean }; offset?: number; max?: number } = {},
) => ask(path, { kind: 'rows', table, filters, sort: null, offset: 0, max: 10, ...more })
const count = async (...filters: DatabaseFilter[]) => (await ask(path, { kind: 'count', table, filters })).count
const problemOf = async (asked: Promise<unknown>): Promise<Problem> => {
  const raised: unknown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(raised instanceof Problem)) throw new Error('It was answered', { cause: raised })
  return raised
}

describe('a database', () => {
  test('tells its tables and views with their columns, without its own', async () => {
    const { tables } = await ask(path, { kind: 'tables' })
    expect(tables.map(({ name, kind, columnCount }) => [name, kind, columnCount])).toEqual([
      ['hohe', 'view', 2],
      ['Mess"werte', 'table', 5],
    ])
    const made = await stored(
      'empty.db',
      await madeDatabase('CREATE TABLE a (x)', 'CREATE TABLE b (x)', 'INSERT INTO b VALUES (1)'),
    )
    const [a, b] = (await ask(made, { kind: 'tables' })).tables
    expect([a?.empty, b?.empty]).toEqual([true, false])
    expect(tables[1]?.columns[2]).toEqual({ name: 'wert', type: 'REAL' })
  })

  test('gives a page of rows with every kind of value', async () => {
    const { rows: page, end } = await rows([], { offset: 2, max: 2 })
    expect(end).toBe(false)
    expect(page).toEqual([
      [3, 'Name 3', 0.75, { type: 'blob', text: '000000', size: 3 }, null],
      [4, 'Name 4', 1, { type: 'blob', text: '00000000', size: 4 }, null],
    ])
    expect((await rows([], { offset: 998 })).end).toBe(true)
  })

  test('sorts, and pages of a sorted table do not overlap', async () => {
    const first = await rows([], { sort: { column: 'nichts', descending: true }, max: 500 })
    const second = await rows([], { sort: { column: 'nichts', descending: true }, max: 500, offset: 500 })
    expect(new Set([...first.rows, ...second.rows].map(([nr]) => nr)).size).toBe(1000)
    const [highest] = (await rows([], { sort: { column: 'wert', descending: true }, max: 1 })).rows
    expect(highest?.[2]).toBe(250)
  })

  test.each<[DatabaseFilter, number]>([
    [{ column: 'wert', is: '>', value: '240' }, 40],
    [{ column: 'wert', is: '<=', value: '2.5' }, 10],
    [{ column: 'name', is: 'contains', value: 'NAME 99' }, 11],
    [{ column: 'name', is: '=', value: 'Name 7' }, 1],
    [{ column: 'wert', is: '=', value: '1' }, 1],
    [{ column: 'name', is: '<>', value: 'Name 7' }, 999],
    [{ column: 'nichts', is: 'null', value: '' }, 1000],
    [{ column: 'nichts', is: 'not null', value: '' }, 0],
    [{ column: 'name', is: '=', value: "' OR 1=1 --" }, 0],
  ])('filters %o: %i rows', async (filter, passing) => expect(await count(filter)).toBe(passing))

  test('gives one value whole, and a long one in a page only by its beginning', async () => {
    const long = await stored(
      'long.db',
      await madeDatabase('CREATE TABLE t (a)', `INSERT INTO t VALUES (printf('%.5000c', 'x'))`),
    )
    const page = await ask(long, { kind: 'rows', table: 't', filters: [], sort: null, offset: 0, max: 1 })
    expect(page.rows[0]?.[0]).toEqual({ type: 'text', text: 'x'.repeat(160), size: 5000 })
    const one = await ask(long, { kind: 'cell', table: 't', filters: [], sort: null, offset: 0, column: 'a' })
    expect(one.cell).toBe('x'.repeat(5000))
  })

  test('says exactly what whole numbers beyond the safe ones are', async () => {
    const large = await stored('large.db', await madeDatabase('CREATE TABLE t (a)', 'INSERT INTO t VALUES (9223372036854775807)'))
    const page = await ask(large, { kind: 'rows', table: 't', filters: [], sort: null, offset: 0, max: 1 })
    expect(page.rows[0]?.[0]).toEqual({ type: 'integer', text: '9223372036854775807', size: 8 })
  })
})

describe('what is refused', () => {
  test('names that are not in the file, whatever they contain', async () => {
    const asked = ask(path, { kind: 'count', table: 'x"; DROP TABLE t; --', filters: [] })
    expect((await problemOf(asked)).fields).toEqual([{ field: 'table', message: 'There is no such table' }])
    const column = problemOf(rows([{ column: 'wert" > 0 OR "wert', is: '=', value: '' }]))
    expect((await column).fields).toEqual([{ field: 'filters', message: 'There is no such column' }])
  })

  test('files that are no database', async () => {
    const text = await stored('text.db', Buffer.from('not a database, and long enough to be looked at '.repeat(20)))
    expect((await problemOf(ask(text, { kind: 'tables' }))).message).toBe(
      'The database cannot be read: file is not a database; download the file to repair it',
    )
  })

  test('views that go on for ever, or call what they may not', async () => {
    const endless = `CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n`
    const reading = `CREATE VIEW reading AS SELECT load_extension('/tmp/x') AS x`
    const hostile = await stored('hostile.db', await madeDatabase(endless, reading))
    for (const name of ['endless', 'reading'])
      expect((await problemOf(readDatabase(hostile, { kind: 'count', table: name, filters: [] }))).id).toMatch(
        /invalid-fields|database-/,
      )
  })

  test('what takes too long: its reader is ended', async () => {
    const crossed = 'CREATE VIEW crossed AS SELECT a.nr FROM m a, m b, m c, m d'
    const slow = await stored(
      'slow.db',
      await madeDatabase(
        'CREATE TABLE m (nr)',
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO m SELECT i FROM n',
        crossed,
      ),
    )
    const asked = readDatabase(
      slow,
      { kind: 'count', table: 'crossed', filters: [] },
      { ...usualReaderLimits, milliseconds: 700 },
    )
    expect((await problemOf(asked)).message).toBe('Reading the database takes longer than 0.7 s; filter more or sort less')
  })

  test('answers that are too large', async () => {
    const asked = readDatabase(
      path,
      { kind: 'rows', table, filters: [], sort: null, offset: 0, max: 500 },
      { ...usualReaderLimits, answerBytes: 1000 },
    )
    expect((await problemOf(asked)).id).toBe('database-limit')
  })
})

test('hurt files end with a clear problem or an answer, never anything else', async () => {
  const original = await madeDatabase(...measurements)
  for (let seed = 0; seed < 10; seed++) {
    const hurt = await stored('hurt.db', mutated(original, seed))
    for (const question of [
      { kind: 'tables' },
      { kind: 'rows', table, filters: [], sort: { column: 'wert', descending: true }, offset: 0, max: 500 },
    ] as const) {
      const raised: unknown = await ask(hurt, question).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (raised !== undefined) expect(raised, `seed ${seed}`).toBeInstanceOf(Problem)
    }
  }
}, 120_000)
