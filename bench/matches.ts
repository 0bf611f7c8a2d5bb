// npm run bench -- matches [--uploads N] [--database URL] [--explain] [--keep]
// What datasets and analyzers ask of a large archive: what criteria would have matched, the coverage of an ingress analyzer
// that has run over nine of ten files, and what a backfill would queue. Each has a limit.
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import pg from 'pg'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { backfill } from '#server/features/analyzers/backfill.ts'
import { coverageOf, coveragePage } from '#server/features/analyzers/coverage.ts'
import { listFiles, sumFiles } from '#server/features/datasets/files.ts'
import { matchingFiles } from '#server/features/datasets/matcher.ts'
import { onBenchDatabase } from './search/bench-database.ts'
import { fill } from './search/fill.ts'

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '200000' },
    database: { type: 'string' },
    explain: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const say = (line: string): void => console.log(line)
const organizationId = 1

/** What people ask, and how long it may take at 200,000 uploads, milliseconds. */
const criteria: ReadonlyArray<{ title: string; filters: DatasetFilter[]; mostMs: number }> = [
  { title: 'no criteria', filters: [], mostMs: 1000 },
  { title: 'one vehicle', filters: [{ type: 'Vehicle', value: ['17'] }], mostMs: 300 },
  { title: 'one extension', filters: [{ type: 'Extension', value: ['mf4'] }], mostMs: 1000 },
  { title: 'a part of a name', filters: [{ type: 'Collection', value: ['brake'] }], mostMs: 1000 },
  {
    title: 'a week',
    filters: [
      { type: 'StartDate', value: '2026-03-01T00:00:00.000Z' },
      { type: 'EndDate', value: '2026-03-08T00:00:00.000Z' },
    ],
    mostMs: 300,
  },
]

await onBenchDatabase({ database: values.database, keep: values.keep, say }, async ({ kysely, pool }, connection) => {
  const uploads = Number(values.uploads)
  say(`Building ${uploads.toLocaleString('en')} uploads`)
  const client = new pg.Client(connection)
  await client.connect()
  await fill(client, uploads, () => {}).finally(() => client.end())
  const everything = await analyzerOver(kysely, [])
  const some = await analyzerOver(kysely, [
    { type: 'Extension', value: ['mf4'] },
    { type: 'Vehicle', value: ['1', '2', '3'] },
  ])
  await pool.query('VACUUM ANALYZE')
  for (const { title, filters, mostMs } of criteria) await timed(`matches: ${title}`, mostMs, () => matches(kysely, filters))
  for (const [title, id, mostMs] of [
    ['everything', everything, 3000],
    ['three vehicles', some, 300],
  ] as const) {
    await timed(`coverage: ${title}`, mostMs, () => coverage(kysely, id))
    await timed(`backfill, counted: ${title}`, mostMs, () => counted(kysely, id))
  }
})

/** The files that would have matched, and the newest of them, as the page asks. */
async function matches(database: Kysely<Database>, filters: DatasetFilter[]): Promise<string> {
  const found = await matchingFiles(database, organizationId, filters)
  if (found === undefined) throw new Error('nothing can match')
  await listFiles(database, found, { offset: 0, max: 20 })
  return `${(await sumFiles(database, found)).files} files`
}

async function coverage(database: Kysely<Database>, analyzerId: number): Promise<string> {
  return await database.transaction().execute(async (moment) => {
    await sql`SET LOCAL jit = off`.execute(moment)
    const covered = await coverageOf(moment, { organizationId, analyzerId, environmentHash: 'a' })
    if (values.explain) {
      const { rows } = await sql<{
        'QUERY PLAN': string
      }>`EXPLAIN (ANALYZE, BUFFERS) SELECT state, count(*) FROM (${covered}) x GROUP BY 1`.execute(moment)
      say(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    const { counts } = await coveragePage(moment, covered, { state: undefined, offset: 0, max: 100 })
    return counts.map((count) => `${count.files} ${count.state}`).join(', ')
  })
}

async function counted(database: Kysely<Database>, analyzerId: number): Promise<string> {
  return await database.transaction().execute(async (transaction) => {
    const body = { states: ['missing' as const, 'stale' as const], dry_run: true }
    const { files } = await backfill(transaction, { organizationId, analyzerId, environmentHash: 'a' }, body)
    return `${files} files`
  })
}

/** An ingress analyzer that has run over nine of ten uploads, once in ten in an environment that is no more. */
async function analyzerOver(database: Kysely<Database>, filters: DatasetFilter[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH s AS (INSERT INTO script (organization_id, name) VALUES (1, ${`S${Math.random()}`}) RETURNING id),
    v AS (INSERT INTO script_version (script_id, number, sha256, size, files, blob_key, status)
      SELECT id, 1, sha256('x'), 1, 1, 'x', 'ACCEPTED' FROM s RETURNING id, script_id),
    d AS (INSERT INTO dataset (organization_id, name, type, filters) VALUES (1, 'D', 'dynamic', ${JSON.stringify(filters)}) RETURNING id),
    a AS (INSERT INTO analyzer (organization_id, name, type) VALUES (1, 'A', 'ingress') RETURNING id),
    x AS (INSERT INTO analyzer_script SELECT a.id, s.id, 1 FROM a, s),
    y AS (INSERT INTO analyzer_dataset SELECT a.id, d.id, 1 FROM a, d)
    SELECT a.id FROM a`.execute(database)
  const id = rows[0]?.id ?? 0
  await sql`
    INSERT INTO run (organization_id, analyzer_id, type, status, script_version_id, script_name, script_number, script_sha256, environment,
      environment_hash, inputs_sha256, input_files, input_bytes, upload_id, file_version_id)
    SELECT 1, ${id}, 'ingress', CASE WHEN fv.id % 10 = 2 THEN 'failed' ELSE 'complete' END,
      (SELECT v.id FROM script_version v JOIN analyzer_script USING (script_id) WHERE analyzer_id = ${id}), 'S', 1, sha256('x'), 'default',
      CASE WHEN fv.id % 10 = 3 THEN 'old' ELSE 'a' END, sha256('y'), 1, fv.size, fv.upload_id, fv.id
    FROM (${(await matchingFiles(database, organizationId, filters)) ?? sql`SELECT 1 AS id`}) found JOIN file_version fv ON fv.id = found.id
    WHERE fv.id % 10 <> 1`.execute(database)
  return id
}

/** The median of five, after one that warms up. */
async function timed(title: string, mostMs: number, what: () => Promise<string>): Promise<void> {
  const answer = await what()
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const begin = performance.now()
    await what()
    times.push(performance.now() - begin)
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? 0
  say(`${title.padEnd(36)} ${median.toFixed(0).padStart(5)} ms  of at most ${mostMs} ms  ${answer}`)
  if (median > mostMs) process.exitCode = 1
}
