import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Analyzer } from '#contract/analyzers.ts'
import { mostDatasetFiles } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { filesOfDataset } from '#server/features/datasets/files.ts'
import { makeRun } from '#server/features/runs/make-run.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import { missingSentence } from './rights.ts'
import { findAnalyzer, lockAnalyzer } from './store.ts'
import { whatRuns } from './what-runs.ts'

/**
 * Makes the runs of a manual analyzer, one for each of its scripts, over the files of its datasets. They belong to the
 * analyzer's owner, whoever asks for them; where the owner is gone, to whoever asks.
 * @returns ids of the runs, in the order of the scripts
 * @throws Problem 404 for no analyzer of the organization, 403 for one of somebody else, 409 for one that cannot run now
 */
export async function runAnalyzer(
  transaction: Transaction<Database>,
  caller: UserCaller,
  analyzerId: number,
): Promise<readonly number[]> {
  await lockAnalyzer(transaction, caller, analyzerId)
  const analyzer = await findAnalyzer(transaction, caller, analyzerId)
  if (analyzer === undefined) throw notFound()
  requireRunnable(analyzer, caller)
  const files = await filesOf(transaction, analyzerId)
  if (files.length === 0) throw new Problem('analyzer-no-files')
  if (files.length > mostDatasetFiles) throw new Problem('analyzer-many-files', { files: files.length, most: mostDatasetFiles })
  const [runs] = await whatRuns(transaction, [analyzerId])
  if (runs === undefined || runs.scripts.length === 0) throw notFound()
  const ids: number[] = []
  for (const { scriptVersionId, configurationIds } of runs.scripts) {
    ids.push(
      await makeRun(transaction, {
        organizationId: caller.organizationId,
        analyzerId,
        type: 'manual',
        userId: runs.userId ?? caller.userId,
        execUserId: runs.execUserId,
        scriptVersionId,
        configurationIds,
        fileVersionIds: files,
        environment: runs.environment,
      }),
    )
  }
  return ids
}

function requireRunnable({ type, missing, user, last_status: lastStatus }: Analyzer, caller: UserCaller): void {
  const { userId, administrator, roles } = caller
  if (!administrator && (user?.id !== userId || !roles.includes('ipa'))) throw new Problem('forbidden')
  if (type === 'ingress') throw new Problem('analyzer-ingress')
  requireWhole(missing)
  if (lastStatus === 'running') throw new Problem('analyzer-running')
}

/** @throws Problem 409 that names what is missing */
export function requireWhole([missing]: Analyzer['missing']): void {
  if (missing !== undefined) throw new Problem('analyzer-incomplete', { sentence: missingSentence(missing) })
}

/** In the order of the datasets and of their recording. */
async function filesOf(transaction: Transaction<Database>, analyzerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT held.id FROM analyzer_dataset ad JOIN dataset d ON d.id = ad.dataset_id
    CROSS JOIN LATERAL (${filesOfDataset(sql.ref('d.id'))}) held
    JOIN file_version fv ON fv.id = held.id JOIN upload u ON u.id = fv.upload_id
    WHERE ad.analyzer_id = ${analyzerId} AND d.deleted_at IS NULL
    ORDER BY ad.place, u.start_date, held.id`.execute(transaction)
  return [...new Set(rows.map(({ id }) => id))]
}
