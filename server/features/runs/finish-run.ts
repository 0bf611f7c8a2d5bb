import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { notify } from '#server/features/notifications/inbox.ts'
import type { BoxEnd } from '#server/sandbox/sandbox.ts'
import type { CollectedFile } from './collect-results.ts'
import type { ToldMetrics } from './run-metrics.ts'

export interface Finished {
  readonly runId: number
  /** Null: it did what it should. */
  readonly failure: string | null
  /** What is worth knowing all the same. */
  readonly notes: readonly string[]
  readonly end: BoxEnd
  readonly files: readonly CollectedFile[]
  readonly told: ToldMetrics
  readonly cut: number
}

/** Writes a run's end and its results, and shares them with whom the analyzer names: exactly once, in the transaction that ends the job. */
export async function finishRun(transaction: Transaction<Database>, finished: Finished): Promise<void> {
  const { runId, failure, end, files, told, cut } = finished
  const sentences = [failure, ...finished.notes].filter((text) => text !== null)
  const run = await transaction
    .updateTable('run')
    .set({
      status: failure === null ? 'complete' : 'failed',
      reason: sentences.length === 0 ? null : storable(sentences.join('. ')),
      exit_code: end.why === 'exited' ? end.code : null,
      peak_memory: end.peakMemoryBytes === null ? null : Math.round(end.peakMemoryBytes),
      duration_ms: Math.round(end.durationMs),
      verdict: told.verdict === null ? null : JSON.stringify(told.verdict),
      metrics: JSON.stringify(told.metrics),
      cut_lines: cut,
      ...(failure === null && { progress: 100 }),
      finished_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', runId)
    .returning(['id', 'organization_id', 'analyzer_id', 'user_id', 'script_name'])
    .executeTakeFirst()
  // deleted meanwhile: then nobody wants its files
  if (run === undefined) return
  await addFiles(transaction, runId, files)
  if (failure === null) await shareByItself(transaction, run)
}

/** Files that are blobs already. */
export async function addFiles(
  transaction: Transaction<Database>,
  runId: number,
  files: readonly CollectedFile[],
): Promise<void> {
  for (const { filename, extension, size, sha256, crc32, blobKey } of files)
    await transaction
      .insertInto('result_file')
      .values({ run_id: runId, filename, extension, size, sha256, crc32, blob_key: blobKey })
      .execute()
}

interface EndedRun {
  readonly id: number
  readonly organization_id: number
  readonly analyzer_id: number | null
  readonly user_id: number | null
  readonly script_name: string
}

/** Each of the analyzer's users sees the result, and is told of it. */
async function shareByItself(transaction: Transaction<Database>, run: EndedRun): Promise<void> {
  if (run.analyzer_id === null) return
  const shares = await transaction
    .selectFrom('analyzer_share as share')
    .innerJoin('analyzer', 'analyzer.id', 'share.analyzer_id')
    .innerJoin('app_user', 'app_user.id', 'share.user_id')
    .where('share.analyzer_id', '=', run.analyzer_id)
    .where('app_user.enabled', '=', true)
    .where('app_user.organization_id', '=', run.organization_id)
    .select(['share.user_id', 'analyzer.name'])
    .execute()
  for (const { user_id: userId, name } of shares) {
    if (userId === run.user_id) continue
    await transaction
      .insertInto('result_share')
      .values({ run_id: run.id, user_id: userId, result_file_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tellShared(transaction, { ...run, userId, name })
  }
}

/** Tells a user of a result that is there for him now. */
export async function tellShared(
  transaction: Transaction<Database>,
  shared: { readonly id: number; readonly organization_id: number; readonly userId: number; readonly name: string },
): Promise<void> {
  const news = {
    organizationId: shared.organization_id,
    userId: shared.userId,
    type: 'Result Shared',
    title: 'Result Shared',
    message: `A result of "${shared.name}" has been shared with you`,
    path: `/ui2/results?result=${shared.id}`,
  } as const
  await notify(transaction, news, false)
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '').slice(0, 2000)
}
