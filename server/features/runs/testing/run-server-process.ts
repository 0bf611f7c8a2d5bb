import { pino } from 'pino'
import { z } from 'zod'
import { startApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readyEnvironments } from '#server/features/analysis-status/testing/ready-environments.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { ScriptedSandbox } from '#server/sandbox/scripted-sandbox.ts'

/* The whole server with a scripted sandbox, to be killed; where it is told to, no script waits for long. */

const given = z
  .object({
    connection: z
      .object({ connectionString: z.string(), host: z.string(), port: z.number(), database: z.string(), user: z.string() })
      .partial(),
    dataDir: z.string(),
    release: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const sandbox = new ScriptedSandbox()
if (given.release) setInterval(() => sandbox.release(), 50)
await startApp({
  settings: readSettings({
    LOGGERHEAD_DATA_DIR: given.dataDir,
    LOGGERHEAD_PORT: '0',
    LOGGERHEAD_DEMO: 'off',
    LOGGERHEAD_MIN_FREE_SPACE: '0B',
  }),
  database: await openDatabase({ connection: given.connection, connections: 12 }),
  log: pino({ level: 'warn' }),
  analyses: { environments: readyEnvironments(), choose: async () => ({ sandbox, sentence: 'Analyses are scripted.' }) },
})
