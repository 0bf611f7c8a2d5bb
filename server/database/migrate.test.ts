import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dumpSchema } from './dump-schema.ts'
import { migrate, migrationsFolder, readMigrations } from './migrate.ts'
import { createTestDatabase } from './testing.ts'
import type { TestDatabase } from './testing.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.pool.query('drop schema public cascade; create schema public')
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-migrations-'))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id bigint primary key);')
  await writeFile(join(folder, '0002_second.sql'), 'create table second (id bigint primary key);\ninsert into first values (1);')
  return () => rm(folder, { recursive: true })
})

test('servers that start together apply each migration once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, folder)))
  expect(answers.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql'])
  expect((await database.pool.query('select id from first')).rows).toEqual([{ id: 1 }])
})

test('a failing migration leaves nothing behind, names its line, and can be repaired', async () => {
  await writeFile(join(folder, '0003_third.sql'), 'create table third ();\n\ncreate tabel fourth ();')
  await expect(migrate(database.pool, folder)).rejects.toThrow(/0003_third\.sql failed in line 3: syntax error/)
  expect((await database.pool.query("select to_regclass('third') as found")).rows).toEqual([{ found: null }])
  await writeFile(join(folder, '0003_third.sql'), 'create table third ();')
  expect(await migrate(database.pool, folder)).toEqual(['0003_third.sql'])
})

test('an edited migration is refused with its name', async () => {
  await migrate(database.pool, folder)
  await writeFile(join(folder, '0001_first.sql'), 'create table first (id integer primary key);')
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    /^Migration 0001_first\.sql was edited after this database applied it: restore/,
  )
})

test('line ends of another operating system are not an edit', async () => {
  await migrate(database.pool, folder)
  await writeFile(
    join(folder, '0002_second.sql'),
    'create table second (id bigint primary key);\r\ninsert into first values (1);',
  )
  expect(await migrate(database.pool, folder)).toEqual([])
})

test('a database of a newer program is refused', async () => {
  await migrate(database.pool, folder)
  await rm(join(folder, '0002_second.sql'))
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    /newer Loggerhead \(migration 0002_second\.sql\): start that version/,
  )
})

test('a migration that comes late is refused', async () => {
  await rm(join(folder, '0001_first.sql'))
  await writeFile(join(folder, '0002_second.sql'), 'create table second ();')
  await migrate(database.pool, folder)
  await writeFile(join(folder, '0001_first.sql'), 'create table first ();')
  await expect(migrate(database.pool, folder)).rejects.toThrow(/Migration 0001_first\.sql comes before 0002_second\.sql/)
})

test('a name that is no migration, and a number used twice, are refused', async () => {
  await writeFile(join(folder, '0002_again.sql'), '')
  await expect(readMigrations(folder)).rejects.toThrow('two migrations have the number 0002: renumber 0002_second.sql')
  await rm(join(folder, '0002_again.sql'))
  await writeFile(join(folder, 'notes.txt'), '')
  await expect(readMigrations(folder)).rejects.toThrow('notes.txt is not a migration')
})

test('the schema dump is the same each time and holds every table', async () => {
  await migrate(database.pool, migrationsFolder)
  const dump = await dumpSchema(database.pool)
  expect(await dumpSchema(database.pool)).toBe(dump)
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { name } of rows) expect(dump).toContain(`CREATE TABLE ${name} (`)
  expect(dump).not.toContain('public.')
})
