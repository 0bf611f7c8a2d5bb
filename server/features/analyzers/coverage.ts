import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { CoverageState } from '#contract/analyzers.ts'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { matchingAny } from '#server/features/datasets/matcher.ts'

/** Whose coverage is asked for, and the hash of its environment as it is now; null where this process does not know it. */
export interface Covering {
  readonly organizationId: number
  readonly analyzerId: number
  readonly environmentHash: string | null
}

/**
 * A statement that selects `id`, `state` and `run_id` for each file of the archive that an ingress analyzer matches now: of
 * the newest run of each of its scripts over that file, beside what the analyzer is now.
 */
export async function coverageOf(
  database: Kysely<Database>,
  { organizationId, analyzerId, environmentHash }: Covering,
): Promise<RawBuilder<unknown>> {
  const files = await matchingAny(database, organizationId, await filtersOf(database, analyzerId))
  return sql`
    WITH script_now AS (
      SELECT x.script_id,
        (SELECT v.id FROM script_version v
          WHERE v.script_id = x.script_id AND v.status = 'ACCEPTED' ORDER BY v.number DESC LIMIT 1) AS version_id,
        (SELECT coalesce(string_agg(encode(c.sha256, 'hex'), ' ' ORDER BY ac.place), '')
          FROM analyzer_configuration ac JOIN configuration c ON c.id = ac.configuration_id
          WHERE ac.analyzer_id = x.analyzer_id AND c.script_id = x.script_id AND c.deleted_at IS NULL) AS configs
      FROM analyzer_script x WHERE x.analyzer_id = ${analyzerId}
    ), newest AS (
      SELECT DISTINCT ON (r.file_version_id, v.script_id) r.file_version_id, r.id, r.status,
        r.script_version_id IS NOT DISTINCT FROM s.version_id
          AND r.environment = coalesce(a.environment, ${defaultEnvironment})
          AND (${environmentHash}::text IS NULL OR r.environment_hash = ${environmentHash})
          AND s.configs = (
            SELECT coalesce(string_agg(encode(rc.sha256, 'hex'), ' ' ORDER BY rc.place), '')
            FROM run_configuration rc WHERE rc.run_id = r.id) AS current
      FROM run r JOIN analyzer a ON a.id = r.analyzer_id
      JOIN script_version v ON v.id = r.script_version_id JOIN script_now s ON s.script_id = v.script_id
      WHERE r.analyzer_id = ${analyzerId} AND r.type = 'ingress' AND r.file_version_id IS NOT NULL
      ORDER BY r.file_version_id, v.script_id, r.id DESC
    )
    SELECT m.id, max(n.id) AS run_id, CASE
      WHEN bool_or(n.status IN ('new', 'running')) THEN 'running'
      WHEN count(n.id) < greatest(1, (SELECT count(*) FROM script_now)) THEN 'missing'
      WHEN bool_or(n.status IN ('failed', 'canceled')) THEN 'failed'
      WHEN bool_and(n.current) THEN 'done' ELSE 'stale' END AS state
    FROM (${files}) m LEFT JOIN newest n ON n.file_version_id = m.id
    GROUP BY m.id`
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

/** How many files of each state that occurs. */
export async function countCoverage(database: Kysely<Database>, coverage: RawBuilder<unknown>): Promise<CoverageCount[]> {
  const { rows } = await sql<CoverageCount>`
    SELECT covered.state, count(*) AS files, coalesce(sum(fv.size), 0)::bigint AS bytes
    FROM (${coverage}) covered JOIN file_version fv ON fv.id = covered.id
    GROUP BY covered.state ORDER BY covered.state`.execute(database)
  return rows
}

/** One page, newest first. */
export async function listCoverage(
  database: Kysely<Database>,
  coverage: RawBuilder<unknown>,
  { state, offset, max }: { state: CoverageState | undefined; offset: number; max: number },
) {
  const { rows } = await sql<CoveredRow>`
    SELECT fv.id, fv.file_name AS filename, fv.size, fv.received_at, u.id AS upload_id,
      coalesce(nullif(v.display_name, ''), v.name, '') AS vehicle, covered.state, covered.run_id AS result_id
    FROM (${coverage}) covered JOIN file_version fv ON fv.id = covered.id
    JOIN upload u ON u.id = fv.upload_id LEFT JOIN vehicle v ON v.id = u.vehicle_id
    WHERE ${state ?? null}::text IS NULL OR covered.state = ${state ?? null}
    ORDER BY fv.id DESC LIMIT ${max} OFFSET ${offset}`.execute(database)
  return rows.map(({ received_at, ...row }) => ({
    id: row.id,
    filename: row.filename,
    size: row.size,
    upload_id: row.upload_id,
    vehicle: row.vehicle,
    received_at: received_at.toISOString(),
    state: row.state,
    result_id: row.result_id,
  }))
}

interface CoveredRow {
  readonly id: number
  readonly filename: string
  readonly size: number
  readonly received_at: Date
  readonly upload_id: number
  readonly vehicle: string
  readonly state: CoverageState
  readonly result_id: number | null
}
