import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '#server/settings/start-error.ts'

export interface Migration {
  readonly number: number
  /** The file's name, "0001_people.sql". */
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly sha256: string
}

export const migrationsFolder: string = join(import.meta.dirname, 'migrations')

/** Any number that nobody else uses as an advisory lock in this database. */
const lockKey = 7_201_942_118

/**
 * Brings the database to this program's schema: each missing migration in a transaction of its own, in order, under a lock,
 * so that servers starting together are safe. Returns the names applied now. Safe to repeat.
 */
export async function migrate(pool: pg.Pool, folder: string = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    try {
      return await applyMissing(client, migrations)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey])
    }
  } finally {
    client.release()
  }
}

/** Reads `NNNN_name.sql` files in order of their numbers. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)
    if (match === null) throw new Error(`${name} is not a migration's name: call it NNNN_name.sql, lower case`)
    const number = Number(match[1])
    if (migrations.at(-1)?.number === number) throw new Error(`two migrations have the number ${match[1]}: renumber ${name}`)
    const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
    migrations.push({ number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

async function applyMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists migration (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await client.query<Applied>('select number, name, sha256 from migration order by number')
  checkHistory(migrations, rows)
  const done = new Set(rows.map((row) => row.number))
  const missing = migrations.filter((migration) => !done.has(migration.number))
  for (const migration of missing) await apply(client, migration)
  return missing.map((migration) => migration.name)
}

/** Throws a sentence unless the database's history is a beginning of this program's. */
function checkHistory(migrations: readonly Migration[], applied: readonly Applied[]): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const row of applied) {
    const migration = known.get(row.number)
    if (migration === undefined) {
      throw new StartError(
        'database-newer',
        `The database was changed by a newer Loggerhead (migration ${row.name}): start that version or a newer one, or restore a backup made by this version.`,
      )
    }
    if (migration.sha256 !== row.sha256) {
      throw new StartError(
        'migration-edited',
        `Migration ${migration.name} was edited after this database applied it: restore the file and put the change into a new migration.`,
      )
    }
  }
  const last = applied.at(-1)?.number ?? 0
  const late = migrations.find((migration) => migration.number < last && !applied.some((row) => row.number === migration.number))
  if (late !== undefined) {
    throw new StartError(
      'migration-out-of-order',
      `Migration ${late.name} comes before ${applied.at(-1)?.name}, which this database has already applied: give it the next free number.`,
    )
  }
}

async function apply(client: pg.PoolClient, { number, name, sql, sha256 }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [number, name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed${lineOf(error, sql)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** PostgreSQL names the character, counted from 1; people look for lines. */
function lineOf(error: unknown, sql: string): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return position > 0 ? ` in line ${sql.slice(0, position).split('\n').length}` : ''
}
