import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Analyzer, AnalyzerType } from '#contract/analyzers.ts'
import type { DatasetType } from '#contract/datasets.ts'
import type { IpaUser } from '#contract/ipa-fields.ts'
import type { Database } from '#server/database/schema.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { rightsOf } from './rights.ts'

interface Chosen {
  readonly id: number
  readonly name: string
  /** Deleted since it was chosen. */
  readonly gone: boolean
}

interface AnalyzerRow {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: AnalyzerType
  readonly script_exec_user: number | null
  readonly environment: string | null
  readonly active: boolean
  readonly created_at: Date
  readonly updated_at: Date
  readonly user: IpaUser | null
  readonly scripts: Chosen[]
  readonly configs: Chosen[]
  readonly datasets: (Chosen & { readonly type: DatasetType; readonly userId: number | null })[]
  readonly shares: IpaUser[]
  readonly newest_status: 'new' | 'running' | 'complete' | 'failed' | 'canceled' | null
  readonly newest_at: Date | null
  readonly running: boolean
  readonly results: number
}

const select = (where: RawBuilder<boolean>): RawBuilder<AnalyzerRow> => sql`
  SELECT a.id, a.name, a.description, a.type, a.script_exec_user, a.environment, a.active, a.created_at, a.updated_at,
    CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.username) END AS user,
    (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'gone', s.deleted_at IS NOT NULL) ORDER BY x.place), '[]')
      FROM analyzer_script x JOIN script s ON s.id = x.script_id WHERE x.analyzer_id = a.id) AS scripts,
    (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'gone', c.deleted_at IS NOT NULL) ORDER BY x.place), '[]')
      FROM analyzer_configuration x JOIN configuration c ON c.id = x.configuration_id WHERE x.analyzer_id = a.id) AS configs,
    (SELECT coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'type', d.type, 'userId', d.user_id,
        'gone', d.deleted_at IS NOT NULL) ORDER BY x.place), '[]')
      FROM analyzer_dataset x JOIN dataset d ON d.id = x.dataset_id WHERE x.analyzer_id = a.id) AS datasets,
    (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.username) ORDER BY u.username), '[]')
      FROM analyzer_share x JOIN app_user u ON u.id = x.user_id WHERE x.analyzer_id = a.id) AS shares,
    newest.status AS newest_status, newest.at AS newest_at,
    EXISTS (SELECT FROM run r WHERE r.analyzer_id = a.id AND r.status = 'running') AS running,
    (SELECT count(*) FROM run r WHERE r.analyzer_id = a.id) AS results
  FROM analyzer a LEFT JOIN app_user p ON p.id = a.user_id
  LEFT JOIN LATERAL (
    SELECT r.status, coalesce(r.started_at, r.created_at) AS at FROM run r
    WHERE r.analyzer_id = a.id ORDER BY r.id DESC LIMIT 1) newest ON true
  WHERE a.deleted_at IS NULL AND ${where}
  ORDER BY a.id DESC`

/** All of the organization, newest first. */
export async function listAnalyzersOf(
  database: Kysely<Database>,
  caller: UserCaller,
  type: AnalyzerType | undefined,
): Promise<Analyzer[]> {
  const ofType = type === undefined ? sql<boolean>`true` : sql<boolean>`a.type = ${type}`
  const { rows } = await select(sql`a.organization_id = ${caller.organizationId} AND ${ofType}`).execute(database)
  return rows.map((row) => present(row, caller))
}

export async function findAnalyzer(database: Kysely<Database>, caller: UserCaller, id: number): Promise<Analyzer | undefined> {
  const { rows } = await select(sql`a.organization_id = ${caller.organizationId} AND a.id = ${id}`).execute(database)
  return rows[0] && present(rows[0], caller)
}

/** Whoever changes an analyzer or makes its runs holds its row, so that its parts stay as they were looked at. */
export async function lockAnalyzer(transaction: Kysely<Database>, { organizationId }: UserCaller, id: number): Promise<void> {
  await sql`SELECT FROM analyzer WHERE id = ${id} AND organization_id = ${organizationId} FOR UPDATE`.execute(transaction)
}

function present(row: AnalyzerRow, caller: UserCaller): Analyzer {
  const left = (chosen: readonly Chosen[]) => chosen.filter(({ gone }) => !gone).map(({ id, name }) => ({ id, name }))
  const lost = (chosen: readonly Chosen[]) => chosen.length === 0 || chosen.some(({ gone }) => gone)
  const scripts = left(row.scripts)
  const missing: Analyzer['missing'] = []
  if (lost(row.scripts)) missing.push('script')
  if (lost(row.configs)) missing.push('config')
  if (lost(row.datasets)) missing.push('dataset')
  // a dataset is private, also where a colleague's analyzer names it
  const seen = row.datasets.filter(({ gone, userId }) => !gone && (caller.administrator || userId === caller.userId))
  const lastStatus = lastStatusOf(row)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    script: scripts[0] ?? null,
    scripts,
    configs: left(row.configs),
    datasets: seen.map(({ id, name, type }) => ({ id, name, type })),
    missing,
    script_exec_user: row.script_exec_user,
    share_users: row.shares,
    environment: row.environment,
    active: row.active,
    user: row.user,
    last_status: lastStatus,
    last_run: row.newest_at === null ? null : new Date(row.newest_at).toISOString(),
    results: row.results,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...rightsOf({ type: row.type, user: row.user, last_status: lastStatus, missing }, caller),
  }
}

/** Of the newest run, but running as long as any of them is. A canceled run has no result that anybody could use. */
function lastStatusOf({ running, newest_status: newest }: Pick<AnalyzerRow, 'running' | 'newest_status'>) {
  if (running) return 'running'
  return newest === 'canceled' ? 'failed' : newest
}
