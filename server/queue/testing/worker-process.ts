import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { startQueue } from '#server/queue/start-queue.ts'

/*
 * A worker to be killed and paused: the real queue with one handler that waits at a gate which the test opens. Its log goes
 * to standard output. Tables of the test: attempt (each begin), gate (jobs that may end), effect (what a job has done).
 */

const given = z
  .object({
    connection: z
      .object({ connectionString: z.string(), host: z.string(), port: z.number(), database: z.string(), user: z.string() })
      .partial(),
    owner: z.string(),
    dataDir: z.string(),
    times: z.object({ leaseSeconds: z.number(), heartbeatSeconds: z.number(), sweepSeconds: z.number() }),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { kysely, pool } = await openDatabase({ connection: given.connection, connections: 6 })
const settings = readSettings({ LOGGERHEAD_DATA_DIR: given.dataDir })
const platform = {
  settings,
  database: kysely,
  pool,
  blobs: openBlobStore(`file:${given.dataDir}`),
  log: pino({ level: 'info' }),
  now: () => new Date(),
}

async function gateIsOpen(id: number): Promise<boolean> {
  return (await sql`SELECT FROM gate WHERE job_id = ${id} OR job_id = 0`.execute(kysely)).rows.length > 0
}

/** Waits for its gate, and then leaves a mark. */
const gated: JobHandler = {
  async run({ id }, { signal }) {
    await sql`INSERT INTO attempt VALUES (${id}, ${given.owner})`.execute(kysely)
    while (!(await gateIsOpen(id))) await pause(20, undefined, { signal })
    return async (transaction) => {
      await sql`INSERT INTO effect VALUES (${id}, ${given.owner})`.execute(transaction)
    }
  },
  failed: () => async () => {},
}

const queue = await startQueue({
  platform,
  owner: given.owner,
  times: given.times,
  handlers: {
    INGEST: gated,
    DECODE: gated,
    CATALOG_IMPORT: gated,
    EXPORT: gated,
    DOWNLOAD: gated,
    MAIL: gated,
    IPA_MANUAL: gated,
    IPA_INGRESS: gated,
  },
})
process.once('SIGTERM', () => void queue.stop().then(() => process.exit(0)))
