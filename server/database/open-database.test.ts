import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { onDatabase } from './test-server.ts'
import { createTestDatabase } from './testing.ts'
import type { TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function value(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test('bigint is a number, exact or refused', async () => {
  expect(await value('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER)
  expect(await value('array[1, null, -3]::bigint[]')).toEqual([1, null, -3])
  expect(await value("'{}'::bigint[]")).toEqual([])
  await expect(value('9007199254740992::bigint')).rejects.toThrow('9007199254740992')
})

test('timestamptz is a Date, also at both infinities; a date stays a day', async () => {
  expect(await value("'2026-11-21T09:00:00.125+01:00'::timestamptz")).toEqual(new Date('2026-11-21T08:00:00.125Z'))
  expect(await value("'infinity'::timestamptz")).toEqual(new Date(8.64e15))
  expect(await value("'-infinity'::timestamptz")).toEqual(new Date(-8.64e15))
  expect(await value("'2026-11-21'::date")).toBe('2026-11-21')
})

test('a connection that the database ends is replaced', async () => {
  const pid = (await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const other = await openDatabase({ connection: database.connection, connections: 1 })
  await other.pool.query('select pg_terminate_backend($1)', [pid])
  await expect
    .poll(() =>
      database.pool.query('select 1').then(
        ({ rowCount }) => rowCount,
        () => 0,
      ),
    )
    .toBe(1)
  await other.close()
})

test('a database that does not answer is one sentence without the password', async () => {
  const opening = openDatabase({ connection: { connectionString: 'postgresql://me:secret@127.0.0.1:9/fleet' } })
  await expect(opening).rejects.toThrow(
    'The database 127.0.0.1:9/fleet does not answer (ECONNREFUSED): start it or correct LOGGERHEAD_DATABASE_URL.',
  )
})

test('a database that does not exist is one sentence', async () => {
  const { connectionString, ...rest } = database.connection
  const missing =
    connectionString === undefined
      ? { ...rest, database: 'absent' }
      : { connectionString: connectionString.replace(/\/[^/?]+(\?|$)/, '/absent$1') }
  await expect(openDatabase({ connection: missing })).rejects.toThrow(
    /absent.* does not exist: create it or correct LOGGERHEAD_DATABASE_URL\./,
  )
})

test('a database whose locale knows only ASCII is refused with the way to make a better one', async () => {
  await database.pool.query("create database loggerhead_ascii template template0 encoding 'UTF8' locale_provider libc locale 'C'")
  const opening = openDatabase({ connection: onDatabase(database.connection, 'loggerhead_ascii') })
  await expect(opening).rejects.toThrow("create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'")
  await database.pool.query('drop database loggerhead_ascii')
})
