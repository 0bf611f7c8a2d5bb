import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { migrate } from '#server/database/migrate.ts'
import type { DatabaseConnection, OpenDatabase } from '#server/database/open-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onDatabase, onServer } from '#server/database/test-server.ts'

interface Wish {
  /** Of a server whose user must be a superuser; undefined: one of our own in a temporary folder. */
  readonly database: string | undefined
  /** The database stays, to be looked at. */
  readonly keep: boolean
  readonly say: (line: string) => void
}

/** Runs a bench on a migrated database of its own. */
export async function onBenchDatabase(
  wish: Wish,
  run: (database: OpenDatabase, connection: DatabaseConnection) => Promise<void>,
): Promise<void> {
  const { keep, say } = wish
  const server = await startServer(wish)
  const name = `loggerhead_bench_${process.pid}`
  try {
    await onServer(server.connection, `CREATE DATABASE ${name}`)
    const connection = onDatabase(server.connection, name)
    const database = await openDatabase({ connection, connections: 2 })
    try {
      await migrate(database.pool)
      await run(database, connection)
    } finally {
      await database.close()
    }
  } finally {
    if (keep) say(`kept: database ${name}`)
    else await onServer(server.connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await server.stop()
  }
}

interface BenchServer {
  readonly connection: DatabaseConnection
  stop(): Promise<void>
}

async function startServer({ database: given, keep, say }: Wish): Promise<BenchServer> {
  if (given !== undefined) return { connection: { connectionString: given }, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'loggerhead-bench-'))
  // the database never runs as root, and must be able to enter
  await chmod(dataDir, 0o711)
  const database = await startEmbeddedDatabase({ dataDir, log: { info: () => {}, warn: say, error: say }, durable: false })
  return {
    connection: database.connection,
    async stop() {
      await database.stop()
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
