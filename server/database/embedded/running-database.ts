import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseName, superuser } from './cluster.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'

/**
 * Where the embedded database of this data folder listens, when a server runs on the folder; undefined when none does.
 * From `postmaster.pid` (PostgreSQL source, src/include/utils/pidfile.h: line 4 is the port, line 5 the socket folder).
 */
export async function runningDatabase(dataDir: string): Promise<EmbeddedDatabase['connection'] | undefined> {
  const text = await readFile(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8').catch(() => undefined)
  const lines = text?.split('\n') ?? []
  const [port, host] = [Number(lines[3]), lines[4]?.trim()]
  if (!host || !(port > 0)) return undefined
  return { host, port, database: databaseName, user: superuser }
}
