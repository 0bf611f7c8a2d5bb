import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { writing } from '#server/settings/start-error.ts'
import { chooseAccount, giveTo } from './account.ts'
import { provideBinaries } from './binaries.ts'
import { databaseName, provideCluster, superuser } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { startPostmaster } from './postmaster.ts'
import type { Postmaster, PostmasterOptions } from './postmaster.ts'
import { clearCluster, gone } from './processes.ts'
import { provideSocketFolder } from './socket-folder.ts'

export interface Log {
  info(line: string): void
  warn(line: string): void
  error(line: string): void
}

export interface EmbeddedDatabaseOptions {
  /** Holds `database/` (programs, cluster, socket, log) and the lock. Created when missing. */
  dataDir: string
  log: Log
  /** false gives up every promise about crashes, for throw-away test databases only. */
  durable?: boolean
}

export interface EmbeddedDatabase {
  connection: { host: string; port: number; database: string; user: string }
  /** The database's process now; another one after a crash. */
  postmasterPid(): number
  /** Clean stop; gives the data folder free. Safe to repeat. */
  stop(): Promise<void>
  /** Resolves with a sentence when the database died and could not be started again; never after `stop`. */
  failed: Promise<string>
}

/**
 * Starts PostgreSQL for this data folder and keeps it running: started again when it dies, stopped with the server.
 * Throws StartError with a sentence for everything an operator can solve.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  return await writing(options.dataDir, async () => {
    await mkdir(options.dataDir, { recursive: true, mode: 0o711 })
    const dataDir = await realpath(options.dataDir)
    const lock = await lockDataFolder(dataDir)
    try {
      return await supervise(dataDir, options, () => lock.release())
    } catch (error) {
      await lock.release()
      throw error
    }
  })
}

async function supervise(
  dataDir: string,
  { log, durable = true }: EmbeddedDatabaseOptions,
  release: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  const prepared = await prepare(dataDir, durable, log)
  let postmaster = await startPostmaster(prepared)
  let stopping: Promise<void> | undefined
  const onExit = (): void => postmaster.stopNow()
  process.on('exit', onExit)

  const failed = new Promise<string>((resolve) => {
    const watch = async (running: Postmaster): Promise<void> => {
      await running.ended
      if (stopping !== undefined) return
      log.warn('The database ended unexpectedly and is started again.')
      const next = await startAgain(prepared, log, () => stopping !== undefined)
      if (typeof next === 'string') return resolve(next)
      if (next === undefined) return
      postmaster = next
      log.info('The database is back.')
      await watch(next)
    }
    watch(postmaster).catch((error: unknown) => resolve(String(error)))
  })

  const connection = { host: prepared.socketFolder, port: 5432, database: databaseName, user: superuser }
  const stop = async (): Promise<void> => {
    process.off('exit', onExit)
    await postmaster.stop()
    await gone(prepared.cluster, 5_000)
    await release()
  }
  try {
    await createDatabase(connection)
  } catch (error) {
    stopping = stop()
    await stopping
    throw error
  }
  return { connection, postmasterPid: () => postmaster.pid, stop: () => (stopping ??= stop()), failed }
}

async function prepare(dataDir: string, durable: boolean, log: Log): Promise<PostmasterOptions> {
  const folder = join(dataDir, 'database')
  const cluster = join(folder, 'cluster')
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const account = await chooseAccount(dataDir, cluster)
  if (account.changes) await chmod(folder, 0o711)
  const binaries = await provideBinaries(account.needsPassage ? await openProgramsFolder() : folder)
  await provideCluster(cluster, { binaries, account, durable })
  await clearCluster(cluster, (line) => log.warn(line))
  const socketFolder = await provideSocketFolder(folder, account)
  await giveTo(account, socketFolder)
  return { binaries, account, cluster, socketFolder, logFile: join(folder, 'postgresql.log'), durable }
}

/**
 * PostgreSQL looks for its own program with access(2), which ignores capabilities: below closed folders
 * (a clone below /root) the programs need a place that everybody may enter. Only root comes here.
 */
async function openProgramsFolder(): Promise<string> {
  const folder = '/var/cache/loggerhead'
  await writing(folder, () => mkdir(folder, { recursive: true, mode: 0o755 }))
  return folder
}

/** Tries for about a minute (a full disk may get room again), then gives the reason. Undefined when stopped meanwhile. */
async function startAgain(
  prepared: PostmasterOptions,
  log: Log,
  stopped: () => boolean,
): Promise<Postmaster | string | undefined> {
  let reason = ''
  for (const pause of [0, 250, 1_000, 5_000, 10_000, 20_000, 30_000]) {
    await wait(pause)
    if (stopped()) return undefined
    try {
      await clearCluster(prepared.cluster, (line) => log.warn(line))
      const next = await startPostmaster(prepared)
      if (!stopped()) return next
      await next.stop()
      return undefined
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
      log.error(reason)
    }
  }
  return reason
}

async function createDatabase(connection: EmbeddedDatabase['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(connection.database)}`)
  } finally {
    await client.end()
  }
}
