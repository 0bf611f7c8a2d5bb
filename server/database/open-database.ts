import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'
import { StartError, errorCode } from '#server/settings/start-error.ts'
import { columnTypes } from './column-types.ts'

/** Where a database is: a socket folder of the embedded one, or the parts of a URL. */
export interface DatabaseConnection {
  readonly connectionString?: string
  readonly host?: string
  readonly port?: number
  readonly database?: string
  readonly user?: string
}

export interface OpenDatabaseOptions {
  readonly connection: DatabaseConnection
  /** Most connections at a time; 12 unless told. */
  readonly connections?: number
  /** Told when an idle connection breaks; the next query makes a new one. */
  readonly onBrokenConnection?: (error: Error) => void
  /** Told once when the server is newer than what the tests run on. */
  readonly onUntestedVersion?: (sentence: string) => void
}

export interface OpenDatabase {
  readonly kysely: Kysely<Database>
  /** The same connections for parts that speak to pg themselves, such as the queue. */
  readonly pool: pg.Pool
  /** Waits for running queries, then closes every connection. Safe to repeat. */
  close(): Promise<void>
}

const oldestVersion = 15
const newestTestedVersion = 18

/** Connects and checks the server's version. Throws StartError with a sentence when the operator has to act. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    ...options.connection,
    types: columnTypes,
    max: options.connections ?? 12,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'loggerhead',
    keepAlive: true,
  })
  pool.on('error', (error) => {
    // connections are closed without waiting for the server's goodbye, which may be that it stops too
    if (!pool.ending) options.onBrokenConnection?.(error)
  })
  // A connection that breaks in use raises an event of its own, which would end the process if nobody listened; its query fails with it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: patient(pool) }) })
  let closed: Promise<void> | undefined
  // Kysely ends a pool only after it has used it.
  const close = (): Promise<void> => (closed ??= kysely.destroy().then(() => (pool.ending ? undefined : pool.end())))
  try {
    await checkVersion(pool, options)
  } catch (error) {
    await close()
    throw error
  }
  return { kysely, pool, close }
}

async function checkVersion(pool: pg.Pool, options: OpenDatabaseOptions): Promise<void> {
  const answer = await pool
    .query<{ version: string; folds: boolean }>(
      "select current_setting('server_version_num') as version, current_setting('server_encoding') = 'UTF8' and lower(chr(220)) = chr(252) as folds",
    )
    .catch((error: unknown) => {
      throw connectionProblem(options.connection, error)
    })
  if (answer.rows[0]?.folds !== true) {
    throw new StartError(
      'database-locale',
      "The database does not know letters beyond ASCII (its locale is C or its encoding is not UTF-8): create it with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.",
    )
  }
  const major = Math.floor(Number(answer.rows[0]?.version) / 10_000)
  if (!(major >= oldestVersion)) {
    throw new StartError(
      'database-too-old',
      `The database is PostgreSQL ${major}, Loggerhead needs ${oldestVersion} to ${newestTestedVersion}: upgrade it, or remove LOGGERHEAD_DATABASE_URL to use the database that comes with Loggerhead.`,
    )
  }
  if (major > newestTestedVersion) {
    options.onUntestedVersion?.(
      `The database is PostgreSQL ${major}; this Loggerhead was tested with ${oldestVersion} to ${newestTestedVersion}.`,
    )
  }
}

/** A database that is being started again answers so for a moment: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const startingCodes = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '57P01', '57P02'])
/** How long a query waits for a database that is being started again, milliseconds. */
const patience = 10_000

/** A pool whose queries wait while the database starts again, instead of failing at once. */
function patient(pool: pg.Pool): { connect(): Promise<pg.PoolClient>; end(): Promise<void>; readonly options: pg.PoolOptions } {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const end = Date.now() + patience
      for (;;) {
        try {
          return await pool.connect()
        } catch (error) {
          const code = errorCode(error)
          if (code === undefined || !startingCodes.has(code) || Date.now() > end || pool.ending) throw error
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    },
  }
}

function connectionProblem(connection: DatabaseConnection, error: unknown): StartError {
  const place = placeOf(connection)
  const remedy = 'correct LOGGERHEAD_DATABASE_URL'
  switch (errorCode(error)) {
    case '28P01':
    case '28000':
      return new StartError('database-refuses', `The database ${place} refuses this user or password: ${remedy}.`)
    case '3D000':
      return new StartError('database-missing', `The database ${place} does not exist: create it or ${remedy}.`)
    default:
      return new StartError(
        'database-silent',
        `The database ${place} does not answer (${reasonOf(error)}): start it or ${remedy}.`,
      )
  }
}

/** Names the place without its password. */
function placeOf({ connectionString, host, database }: DatabaseConnection): string {
  if (connectionString === undefined) return `${database ?? ''} in ${host ?? ''}`
  try {
    const url = new URL(connectionString)
    return `${url.host}${url.pathname}`
  } catch {
    return 'of LOGGERHEAD_DATABASE_URL'
  }
}

function reasonOf(error: unknown): string {
  const code = errorCode(error)
  if (code !== undefined) return code
  return error instanceof Error && error.message !== '' ? error.message : 'no reason given'
}
