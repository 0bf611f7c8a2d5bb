import { pino } from 'pino'
import { startApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/** The product's server on a database and a folder: `our-server.ts CONNECTION FOLDER` prints its address. */
const [connection = '{}', dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ connection: JSON.parse(connection), connections: 5 })
const settings = readSettings({
  LOGGERHEAD_DATA_DIR: dataDir,
  LOGGERHEAD_PORT: '0',
  LOGGERHEAD_DEMO: 'off',
  LOGGERHEAD_SANDBOX: 'off',
  LOGGERHEAD_MIN_FREE_SPACE: '0B',
})
const app = await startApp({ settings, database, log: pino({ level: 'silent' }) })
console.log(app.address)
process.once('SIGTERM', () => void app.stop().then(() => database.close()))
