import { mkdir } from 'node:fs/promises'
import { pino } from 'pino'
import { startApp } from './app.ts'
import { startEmbeddedDatabase } from './database/embedded/embedded-database.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import type { DatabaseConnection } from './database/open-database.ts'
import { ensureFirstAdministrator } from './features/users/first-administrator.ts'
import { listeningProblem, reportProblem } from './main/report-problem.ts'
import { stopRequest } from './main/stop-request.ts'
import { readSettings } from './settings/read-settings.ts'
import type { Settings } from './settings/settings.ts'
import { StartError, writing } from './settings/start-error.ts'

/** The longest a clean stop may take before the process ends anyway, milliseconds. */
const stopPatience = 10_000

interface Part {
  stop(): Promise<void>
}

/** Runs until a signal, the end of the starting process or a database that cannot be started again. Returns the exit code. */
async function main(): Promise<number> {
  const requested = stopRequest()
  // Stopped in the opposite order, whatever happens.
  const parts: Part[] = []
  try {
    const settings = readSettings(process.env)
    const { databaseLost } = await start(settings, parts, () => requested.seen)
    const reason = await Promise.race([requested.promise, databaseLost])
    if (reason === undefined) return 0
    throw new StartError('database-lost', reason)
  } catch (error) {
    // What breaks because everything is being ended is no problem.
    return requested.seen ? 0 : reportProblem(error)
  } finally {
    const timer = setTimeout(() => process.exit(1), stopPatience)
    for (const part of parts.toReversed()) await part.stop()
    clearTimeout(timer)
  }
}

interface Running {
  /** Resolves with a sentence when the database is gone for good. */
  readonly databaseLost: Promise<string>
}

/** Starts each part on top of the earlier ones; ends early when a stop is asked for. */
async function start(settings: Settings, parts: Part[], stopped: () => boolean): Promise<Running> {
  const log = pino({ level: settings.logLevel })
  const { connection, failed = new Promise<string>(() => {}) } = await provideDatabase(settings, parts, log)
  const running = { databaseLost: failed }
  if (stopped()) return running
  const database = await openDatabase({
    connection,
    onBrokenConnection: (error) => log.warn(`A database connection broke: ${error.message}`),
    onUntestedVersion: (sentence) => log.warn(sentence),
  })
  parts.push({ stop: () => database.close() })
  await migrate(database.pool)
  const password = await ensureFirstAdministrator({ database: database.kysely, settings })
  if (password !== null) say(`The first administrator is admin with the password ${password} (shown only now).`)
  if (stopped()) return running
  const app = await startApp({ settings, database, log }).catch((error: unknown) => {
    throw listeningProblem(settings, error) ?? error
  })
  parts.push(app)
  say(`Loggerhead is ready at ${settings.publicUrl ?? app.address}`)
  return running
}

async function provideDatabase(
  settings: Settings,
  parts: Part[],
  log: pino.Logger,
): Promise<{ connection: DatabaseConnection; failed?: Promise<string> }> {
  if (settings.databaseUrl !== undefined) {
    await writing(settings.dataDir, () => mkdir(settings.dataDir, { recursive: true, mode: 0o711 }))
    return { connection: { connectionString: settings.databaseUrl } }
  }
  const embedded = await startEmbeddedDatabase({ dataDir: settings.dataDir, log })
  parts.push(embedded)
  return embedded
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exit(await main())
