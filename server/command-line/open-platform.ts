import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { runningDatabase } from '#server/database/embedded/running-database.ts'
import { migrate } from '#server/database/migrate.ts'
import type { DatabaseConnection } from '#server/database/open-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { ensureFirstAdministrator } from '#server/features/users/first-administrator.ts'
import type { Platform } from '#server/platform.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import type { Settings } from '#server/settings/settings.ts'
import { StartError } from '#server/settings/start-error.ts'

interface Reached {
  readonly connection: DatabaseConnection
  stop(): Promise<void>
}

/**
 * Does a piece of work on the data folder's database, whether the server runs or not: with its database when it runs,
 * else with one that is started for as long as the work takes.
 */
export async function withPlatform<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  const reached = await reachDatabase(settings)
  try {
    const database = await openDatabase({ connection: reached.connection, connections: 3 })
    try {
      await migrate(database.pool)
      const platform: Platform = {
        settings,
        database: database.kysely,
        pool: database.pool,
        blobs: openBlobStore(settings.blobUrl ?? `file:${join(settings.dataDir, 'blobs')}`),
        log: pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true })),
        now: () => new Date(),
      }
      await welcome(platform)
      return await work(platform)
    } finally {
      await database.close()
    }
  } finally {
    await reached.stop()
  }
}

async function reachDatabase(settings: Settings): Promise<Reached> {
  if (settings.databaseUrl !== undefined) return { connection: { connectionString: settings.databaseUrl }, stop: async () => {} }
  try {
    return await startEmbeddedDatabase({ dataDir: settings.dataDir, log: quiet })
  } catch (error) {
    if (!(error instanceof StartError) || error.id !== 'data-folder-in-use') throw error
    const connection = await runningDatabase(await realpath(settings.dataDir))
    if (!connection)
      throw new StartError('database-starting', 'The server is starting and its database does not answer yet: try again shortly.')
    return { connection, stop: async () => {} }
  }
}

/** A command may be the first that ever touches a data folder. */
async function welcome(platform: Platform): Promise<void> {
  const password = await ensureFirstAdministrator(platform)
  if (password !== null)
    process.stderr.write(`The data folder is new. Its first administrator is admin with the password ${password}\n`)
}

const quiet = {
  info: () => {},
  warn: (line: string) => void process.stderr.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
}
