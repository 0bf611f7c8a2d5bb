import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { prepareQueue } from '#server/queue/wake-ups.ts'
import { startEmbeddedDatabase } from './embedded/embedded-database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import type { DatabaseConnection } from './open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that test databases are made on, and the migrated template that they are copies of. */
    testDatabaseServer: { connection: DatabaseConnection; template: string }
  }
}

/**
 * vitest's global setup: one PostgreSQL per run with one migrated template. The embedded one in a temporary
 * folder, or for the tests called `database` the one of LOGGERHEAD_TEST_DATABASE_URL, whose user must be allowed to create
 * databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = project.name === 'database' ? process.env['LOGGERHEAD_TEST_DATABASE_URL'] : undefined
  const server =
    external === undefined ? await startThrowAway() : { connection: { connectionString: external }, stop: async () => {} }
  const template = `loggerhead_template_${process.pid}`
  try {
    await onServer(server.connection, `drop database if exists ${template}`, `create database ${template}`)
    const database = await openDatabase({ connection: onDatabase(server.connection, template), connections: 1 })
    // with the queue's tables too: each server would make them at its start, which takes longer than the copy
    await migrate(database.pool)
      .then(() => prepareQueue(database.pool, pino({ level: 'silent' })))
      .finally(() => database.close())
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testDatabaseServer', { connection: server.connection, template })
  return async () => {
    if (external !== undefined) await onServer(server.connection, `drop database if exists ${template} with (force)`)
    await server.stop()
  }
}

async function startThrowAway(): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-test-'))
  // The tests may run as root, the database never does: it must be able to enter.
  await chmod(dataDir, 0o711)
  const silent = { info: () => {}, warn: () => {}, error: () => {} }
  const database = await startEmbeddedDatabase({ dataDir, log: silent, durable: false })
  const stop = async (): Promise<void> => {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { connection: database.connection, stop }
}

/** The same server, another database. */
export function onDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

export async function onServer(connection: DatabaseConnection, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
