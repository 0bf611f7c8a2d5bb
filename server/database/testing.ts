import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from './open-database.ts'
import type { DatabaseConnection, OpenDatabase } from './open-database.ts'
import { onDatabase, onServer } from './test-server.ts'

export interface TestDatabase extends OpenDatabase {
  /** For a real server started by a test. */
  readonly connection: DatabaseConnection
  /** Closes the connections and deletes the database. */
  drop(): Promise<void>
}

/**
 * An empty database of its own with the present schema. Once per test file:
 *
 *     const database = await createTestDatabase()
 *     afterAll(() => database.drop())
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection: server, template } = inject('testDatabaseServer')
  const name = `loggerhead_test_${randomBytes(6).toString('hex')}`
  // copied as files: the usual way writes every page to the log as well
  await onServer(server, `create database ${name} template ${template} strategy file_copy`)
  const connection = onDatabase(server, name)
  const database = await openDatabase({ connection, connections: 5 })
  const drop = async (): Promise<void> => {
    await database.close()
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
  return { ...database, connection, drop }
}
