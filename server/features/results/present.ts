import type { Kysely } from 'kysely'
import type { Result, ResultFile } from '#contract/ipa-results.ts'
import type { Database } from '#server/database/schema.ts'
import type { FileRow, RunRow } from './store.ts'
import { configurationsOfRuns, filesOfRuns, sharesOfRuns } from './store.ts'
import type { Seer } from './visible.ts'

interface Presenting {
  readonly database: Kysely<Database>
  readonly seer: Seer
  /** Why runs wait on this server; null when they do not. */
  readonly waitingFor: string | null
  /** Files of one result. */
  readonly mostFiles?: number
}

/** Results as the caller sees them. */
export async function presentResults(
  rows: readonly RunRow[],
  { database, seer, waitingFor, mostFiles }: Presenting,
): Promise<Result[]> {
  const ids = rows.map(({ id }) => id)
  const [files, configurations, shares] = await Promise.all([
    filesOfRuns(database, seer, ids, mostFiles),
    configurationsOfRuns(database, ids),
    sharesOfRuns(database, ids),
  ])
  return rows.map((row): Result => {
    const seen = files.get(row.id)
    const ran = configurations.get(row.id) ?? []
    const isOwn = row.user_id === seer.userId
    const mayChange = isOwn || seer.administrator
    const isOpen = row.status === 'new' || row.status === 'running'
    return {
      id: row.id,
      analyzer: namedOrNull(row.analyzer_id, row.analyzer_name),
      type: row.type,
      status: row.status,
      job_id: row.job_id,
      run_status: row.run_status ?? 'UNKNOWN',
      script: namedOrNull(row.script_id, row.script_name),
      configs: ran.flatMap(({ configuration_id: id, name }) => (id === null ? [] : [{ id, name }])),
      files: (seen?.files ?? []).map(presentFile),
      file_count: seen?.count ?? 0,
      user: namedOrNull(row.user_id, row.owner_name),
      exec_user: namedOrNull(row.exec_user_id, row.executor_name),
      own: isOwn,
      shared_with: mayChange ? [...(shares.get(row.id) ?? [])] : [],
      inputs: { files: row.input_files, bytes: row.input_bytes },
      upload:
        row.upload_id === null || row.display_name === null
          ? null
          : { id: row.upload_id, displayName: row.display_name, vehicle: row.vehicle_name },
      progress: row.progress,
      reason: row.sees_all ? reasonOf(row, waitingFor) : null,
      exit_code: row.exit_code,
      peak_memory: row.peak_memory,
      duration: row.duration_ms,
      verdict: row.sees_all ? row.verdict : null,
      metrics: row.sees_all ? row.metrics : [],
      provenance: {
        script_version: row.script_number,
        script_sha256: row.script_sha256.toString('hex'),
        configurations: ran.map(({ name, sha256 }) => ({ name, sha256: sha256.toString('hex') })),
        environment: row.environment,
        environment_hash: row.environment_hash,
        inputs_sha256: row.inputs_sha256.toString('hex'),
      },
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
      updated_at: row.updated_at.toISOString(),
      may_cancel: mayChange && isOpen,
      may_delete: mayChange && !isOpen,
      may_share: mayChange,
    }
  })
}

export function presentFile({ id, filename, size, extension, sha256 }: FileRow): ResultFile {
  return { id, filename, size, extension, sha256: sha256.toString('hex') }
}

/** Why it ended, or what it waits for. */
function reasonOf({ status, reason, last_error: lastError, run_status: runStatus }: RunRow, waitingFor: string | null) {
  const waits = status === 'new' || (status === 'running' && (runStatus === 'NEW' || runStatus === 'LATER'))
  return waits ? (waitingFor ?? lastError ?? reason) : reason
}

const namedOrNull = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })
