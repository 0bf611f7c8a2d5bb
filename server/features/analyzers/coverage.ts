import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { CoverageState, getAnalyzerCoverage } from '#contract/analyzers.ts'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { AnswerOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import { matchingAny } from '#server/features/datasets/matcher.ts'

/** Whose coverage is asked for, and the hash of its environment as it is now; null where this process does not know it. */
export interface Covering {
  readonly organizationId: number
  readonly analyzerId: number
  readonly environmentHash: string | null
}

/**
 * A statement that selects `id`, `upload_id`, `size`, `state` and `run_id` for each file of the archive that an ingress
 * analyzer matches now: of the newest run of each of its scripts over that file, beside what the analyzer is now.
 */
export async function coverageOf(
  database: Kysely<Database>,
  { organizationId, analyzerId, environmentHash }: Covering,
): Promise<RawBuilder<unknown>> {
  const files = await matchingAny(database, organizationId, await filtersOf(database, analyzerId))
  return sql`
    WITH script_now AS MATERIALIZED (
      SELECT x.script_id,
        (SELECT v.id FROM script_version v
          WHERE v.script_id = x.script_id AND v.status = 'ACCEPTED' ORDER BY v.number DESC LIMIT 1) AS version_id,
        (SELECT sha256(coalesce(string_agg(encode(c.sha256, 'hex'), ' ' ORDER BY ac.place), '')::bytea)
          FROM analyzer_configuration ac JOIN configuration c ON c.id = ac.configuration_id
          WHERE ac.analyzer_id = x.analyzer_id AND c.script_id = x.script_id AND c.deleted_at IS NULL) AS configurations
      FROM analyzer_script x WHERE x.analyzer_id = ${analyzerId}
    ), version AS MATERIALIZED (
      SELECT v.id, v.script_id, v.id = s.version_id AS is_now, s.configurations
      FROM script_version v JOIN script_now s ON s.script_id = v.script_id
    ), newest AS (
      SELECT DISTINCT ON (r.file_version_id, v.script_id) r.file_version_id, r.id, r.status,
        v.is_now AND r.configurations_sha256 = v.configurations
          AND r.environment = (SELECT coalesce(environment, ${defaultEnvironment}) FROM analyzer WHERE id = ${analyzerId})
          AND (${environmentHash}::text IS NULL OR r.environment_hash = ${environmentHash}) AS current
      FROM run r JOIN version v ON v.id = r.script_version_id
      WHERE r.analyzer_id = ${analyzerId} AND r.type = 'ingress' AND r.file_version_id IS NOT NULL
      ORDER BY r.file_version_id, v.script_id, r.id DESC
    ), covered AS (
      SELECT file_version_id AS id, max(id) AS run_id, CASE
        WHEN bool_or(status IN ('new', 'running')) THEN 'running'
        WHEN count(*) < (SELECT count(*) FROM script_now) THEN 'missing'
        WHEN bool_or(status IN ('failed', 'canceled')) THEN 'failed'
        WHEN bool_and(current) THEN 'done' ELSE 'stale' END AS state
      FROM newest GROUP BY file_version_id
    )
    SELECT found.id, found.upload_id, found.size, coalesce(covered.state, 'missing') AS state, covered.run_id
    FROM (${files}) found LEFT JOIN covered ON covered.id = found.id`
}

async function filtersOf(database: Kysely<Database>, analyzerId: number): Promise<DatasetFilter[][]> {
  const rows = await database
    .selectFrom('analyzer_dataset as chosen')
    .innerJoin('dataset', 'dataset.id', 'chosen.dataset_id')
    .where('chosen.analyzer_id', '=', analyzerId)
    .where('dataset.deleted_at', 'is', null)
    .where('dataset.type', '=', 'dynamic')
    .select('dataset.filters')
    .execute()
  return rows.map(({ filters }) => filters)
}

export interface CoverageCount {
  readonly state: CoverageState
  readonly files: number
  readonly bytes: number
}

/** How many files of each state that occurs, and one page of them, newest first: found once for both. */
export async function coveragePage(
  database: Kysely<Database>,
  coverage: RawBuilder<unknown>,
  { state, offset, max }: { state: CoverageState | undefined; offset: number; max: number },
): Promise<{ counts: CoverageCount[]; files: CoveredFile[] }> {
  const { rows } = await sql<{ counts: CoverageCount[]; files: CoveredFile[] }>`
    WITH covered AS MATERIALIZED (${coverage}), counts AS (
      SELECT state, count(*) AS files, sum(size)::bigint AS bytes FROM covered GROUP BY state ORDER BY state
    ), page AS (
      SELECT * FROM covered WHERE ${state ?? null}::text IS NULL OR state = ${state ?? null}
      ORDER BY id DESC LIMIT ${max} OFFSET ${offset}
    ), files AS (
      SELECT page.id, fv.file_name AS filename, fv.size, page.upload_id,
        coalesce(nullif(v.display_name, ''), v.name, '') AS vehicle, fv.received_at, page.state, page.run_id AS result_id
      FROM page JOIN file_version fv ON fv.id = page.id
      JOIN upload u ON u.id = page.upload_id LEFT JOIN vehicle v ON v.id = u.vehicle_id
      ORDER BY page.id DESC
    )
    SELECT (SELECT coalesce(json_agg(counts), '[]') FROM counts) AS counts,
      (SELECT coalesce(json_agg(files), '[]') FROM files) AS files`.execute(database)
  const { counts, files } = rows[0] ?? { counts: [], files: [] }
  return { counts, files: files.map((file) => ({ ...file, received_at: new Date(file.received_at).toISOString() })) }
}

export type CoveredFile = AnswerOf<typeof getAnalyzerCoverage>['files'][number]
