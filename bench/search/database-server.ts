import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import type { DatabaseConnection } from '#server/database/open-database.ts'

export interface BenchServer {
  readonly connection: DatabaseConnection
  stop(): Promise<void>
}

/** A database server of our own in a temporary folder, or the given one, whose user must be a superuser. */
export async function startBenchServer(
  given: string | undefined,
  { keep, say }: { keep: boolean; say: (line: string) => void },
): Promise<BenchServer> {
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
