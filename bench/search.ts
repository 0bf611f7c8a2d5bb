// npm run bench -- search [--ten-million | --uploads N] [--database URL] [--only TEXT] [--keep]
// Search of an archive of a million uploads: every page and total is checked against a plain query, then timed beside it.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '#server/database/migrate.ts'
import type { DatabaseConnection } from '#server/database/open-database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onDatabase, onServer } from '#server/database/test-server.ts'
import { cases } from './search/cases.ts'
import { startBenchServer } from './search/database-server.ts'
import { fill } from './search/fill.ts'
import { measure, report } from './search/measure.ts'

const { values } = parseArgs({
  options: {
    'ten-million': { type: 'boolean', default: false },
    uploads: { type: 'string' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
})
const uploads = Number(values.uploads ?? (values['ten-million'] ? 10_000_000 : 1_000_000))
const say = (line: string): void => console.log(line)

const server = await startBenchServer(values.database, { keep: values.keep, say })
const name = `loggerhead_bench_${process.pid}`
try {
  await onServer(server.connection, `CREATE DATABASE ${name}`)
  await run(onDatabase(server.connection, name))
} finally {
  if (values.keep) say(`kept: database ${name}`)
  else await onServer(server.connection, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await server.stop()
}

async function run(connection: DatabaseConnection): Promise<void> {
  const database = await openDatabase({ connection, connections: 2 })
  try {
    await migrate(database.pool)
    say(`Building ${uploads.toLocaleString('en')} uploads`)
    const client = new pg.Client(connection)
    await client.connect()
    const filled = await fill(client, uploads, say).finally(() => client.end())
    const wanted = cases.filter((one) => one.name.includes(values.only))
    const results = []
    for (const one of wanted) {
      results.push(await measure(database.kysely, filled, one))
      process.stderr.write('.')
    }
    say(report(results))
  } finally {
    await database.close()
  }
}
