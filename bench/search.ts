// npm run bench -- search [--ten-million | --uploads N] [--database URL] [--only TEXT] [--keep]
// Search of an archive of a million uploads: every page and total is checked against a plain query, then timed beside it.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cases } from './search/cases.ts'
import { onBenchDatabase } from './search/bench-database.ts'
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

await onBenchDatabase({ database: values.database, keep: values.keep, say }, async ({ kysely }, connection) => {
  say(`Building ${uploads.toLocaleString('en')} uploads`)
  const client = new pg.Client(connection)
  await client.connect()
  const filled = await fill(client, uploads, say).finally(() => client.end())
  const wanted = cases.filter((one) => one.name.includes(values.only))
  const results = []
  for (const one of wanted) {
    results.push(await measure(kysely, filled, one))
    process.stderr.write('.')
  }
  say(report(results))
})
