import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { IpaUser } from '#contract/ipa-fields.ts'
import type { listResults } from '#contract/ipa-results.ts'
import { mostListedFiles } from '#contract/ipa-results.ts'
import type { QueryOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import type { Seer } from './visible.ts'
import { isShared, seesAllOf, seesFile, seesRun } from './visible.ts'

export type ResultQuery = QueryOf<typeof listResults>

/** Conditions on `run` that a search asks for, of those that the caller sees. */
function matching(seer: Seer, query: Partial<ResultQuery>): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [seesRun(seer)]
  const own = sql<boolean>`run.user_id IS NOT DISTINCT FROM ${seer.userId}`
  if (query.owner === 'own') conditions.push(own)
  if (query.owner === 'shared') conditions.push(sql`(NOT ${own} AND ${isShared(seer.userId)})`)
  if (query.owner === 'all') conditions.push(sql`(${own} OR ${isShared(seer.userId)})`)
  if (query.analyzer_type !== undefined) conditions.push(sql`run.type = ${query.analyzer_type}`)
  if (query.start !== undefined) conditions.push(sql`run.created_at >= ${query.start}::timestamptz`)
  if (query.end !== undefined) conditions.push(sql`run.created_at <= ${query.end}::timestamptz`)
  if (query.since_created_at !== undefined) conditions.push(sql`run.updated_at >= ${query.since_created_at}::timestamptz`)
  if (query.analyzer_id !== undefined) conditions.push(sql`run.analyzer_id = ${query.analyzer_id}`)
  if (query.hasResults === 'true')
    conditions.push(sql`EXISTS (SELECT FROM result_file AS file WHERE file.run_id = run.id AND ${seesFile(seer)})`)
  return sql`(${sql.join(conditions, sql` AND `)})`
}

interface Place {
  readonly offset: number
  readonly max: number
}

/** Newest first. Everybody's only for administrators: others see no more than theirs anyway. */
export async function listRuns(
  database: Kysely<Database>,
  seer: Seer,
  query: Partial<ResultQuery>,
  { offset, max }: Place,
): Promise<{ total: number; rows: RunRow[] }> {
  const condition = matching(seer, query)
  const { total } = await database
    .selectFrom('run')
    .where(condition)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await rowsOf(database, seer).where(condition).orderBy('run.id', 'desc').offset(offset).limit(max).execute()
  return { total, rows }
}

/** Undefined when there is none that the caller sees. */
export async function findResult(database: Kysely<Database>, seer: Seer, id: number): Promise<RunRow | undefined> {
  return await rowsOf(database, seer).where('run.id', '=', id).where(seesRun(seer)).executeTakeFirst()
}

function rowsOf(database: Kysely<Database>, seer: Seer) {
  return database
    .selectFrom('run')
    .leftJoin('analyzer', (join) => join.onRef('analyzer.id', '=', 'run.analyzer_id').on('analyzer.deleted_at', 'is', null))
    .leftJoin('script_version as version', 'version.id', 'run.script_version_id')
    .leftJoin('job', 'job.id', 'run.job_id')
    .leftJoin('upload', 'upload.id', 'run.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .leftJoin('app_user as owner', 'owner.id', 'run.user_id')
    .leftJoin('app_user as executor', 'executor.id', 'run.exec_user_id')
    .selectAll('run')
    .select(['analyzer.name as analyzer_name', 'version.script_id'])
    .select(['job.run_status', 'job.last_error'])
    .select(['upload.display_name', 'owner.username as owner_name', 'executor.username as executor_name'])
    .select(sql<string>`coalesce(nullif(vehicle.display_name, ''), vehicle.name, '')`.as('vehicle_name'))
    .select(sql<boolean>`(${seesAllOf(seer)})`.as('sees_all'))
}

export type RunRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

export interface FileRow {
  readonly id: number
  readonly run_id: number
  readonly filename: string
  readonly extension: string
  readonly size: number
  readonly sha256: Buffer
}

/** Files that the caller sees, by run, in the order in which the script's folder had them; and how many. */
export async function filesOfRuns(
  database: Kysely<Database>,
  seer: Seer,
  runIds: readonly number[],
  most: number = mostListedFiles,
): Promise<ReadonlyMap<number, { readonly count: number; readonly files: readonly FileRow[] }>> {
  const { rows } = await sql<FileRow & { count: number }>`
    SELECT id, run_id, filename, extension, size, sha256, count FROM (
      SELECT file.*, row_number() OVER (PARTITION BY file.run_id ORDER BY file.id) AS place,
        count(*) OVER (PARTITION BY file.run_id) AS count
      FROM result_file AS file JOIN run ON run.id = file.run_id
      WHERE file.run_id = ANY (${[...runIds]}::bigint[]) AND ${seesFile(seer)}
    ) AS seen WHERE place <= ${most} ORDER BY id`.execute(database)
  return new Map(
    [...Map.groupBy(rows, (row) => row.run_id)].map(([runId, files]) => [runId, { count: files[0]?.count ?? 0, files }]),
  )
}

export interface RanConfiguration {
  readonly run_id: number
  readonly configuration_id: number | null
  readonly name: string
  readonly sha256: Buffer
}

export async function configurationsOfRuns(
  database: Kysely<Database>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, readonly RanConfiguration[]>> {
  const rows = await database
    .selectFrom('run_configuration')
    .where('run_id', '=', sql<number>`ANY (${[...runIds]}::bigint[])`)
    .select(['run_id', 'configuration_id', 'name', 'sha256'])
    .orderBy('run_id')
    .orderBy('place')
    .execute()
  return Map.groupBy(rows, (row) => row.run_id)
}

/** Users with whom something of each run was shared, by name. */
export async function sharesOfRuns(
  database: Kysely<Database>,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, readonly IpaUser[]>> {
  const rows = await database
    .selectFrom('result_share as share')
    .innerJoin('app_user', 'app_user.id', 'share.user_id')
    .where('share.run_id', '=', sql<number>`ANY (${[...runIds]}::bigint[])`)
    .distinct()
    .select(['share.run_id', 'app_user.id', 'app_user.username as name'])
    .orderBy('app_user.username')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.run_id)].map(([runId, users]) => [runId, users.map(({ id, name }) => ({ id, name }))]),
  )
}

/** A file that the caller sees, with where its bytes are. */
export async function findResultFile(database: Kysely<Database>, seer: Seer, id: number) {
  return await database
    .selectFrom('result_file as file')
    .innerJoin('run', 'run.id', 'file.run_id')
    .where('file.id', '=', id)
    .where(seesRun(seer))
    .where(seesFile(seer))
    .select(['file.id', 'file.run_id', 'file.filename', 'file.extension', 'file.size', 'file.sha256', 'file.blob_key'])
    .select(['run.user_id'])
    .executeTakeFirst()
}

/** Lines of a run's log after one. */
export async function linesAfter(database: Kysely<Database>, runId: number, after: number, most: number) {
  return await database
    .selectFrom('run_line')
    .where('run_id', '=', runId)
    .where('number', '>', after)
    .select(['number', 'at', 'stream', 'text'])
    .orderBy('number')
    .limit(most)
    .execute()
}

/** Files that a run read and that can still be found, in their order. */
export async function listInputs(database: Kysely<Database>, runId: number, { offset, max }: Place) {
  const found = database
    .selectFrom('run_input as input')
    .innerJoin('file_version as file', 'file.id', 'input.file_version_id')
    .innerJoin('upload', 'upload.id', 'file.upload_id')
    .leftJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('input.run_id', '=', runId)
    .where('file.recycled_at', 'is', null)
    .where('upload.shape_id', 'is not', null)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(['file.id', 'file.file_name', 'file.size', 'file.upload_id', 'input.sha256'])
    .select(sql<string>`coalesce(nullif(vehicle.display_name, ''), vehicle.name, '')`.as('vehicle'))
    .orderBy('input.place')
    .offset(offset)
    .limit(max)
    .execute()
  return { total, rows }
}

/** Figures of an analyzer's runs that the caller sees wholly, the newest runs, oldest first. */
export async function listMetrics(database: Kysely<Database>, seer: Seer, analyzerId: number, most: number) {
  const rows = await database
    .selectFrom('run')
    .where('run.analyzer_id', '=', analyzerId)
    .where(seesRun(seer))
    .where(seesAllOf(seer))
    .where('run.status', 'in', ['complete', 'failed'])
    .where((where) => where.or([where('run.verdict', 'is not', null), where(sql`jsonb_array_length(run.metrics)`, '>', 0)]))
    .select(['run.id', 'run.created_at', 'run.verdict', 'run.metrics'])
    .orderBy('run.id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed()
}
