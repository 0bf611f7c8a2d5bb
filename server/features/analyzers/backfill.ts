import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { mostBackfillRuns } from '#contract/analyzers.ts'
import type { backfillAnalyzer } from '#contract/analyzers.ts'
import type { AnswerOf, BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import type { Covering } from './coverage.ts'
import { coverageOf } from './coverage.ts'
import { makeIngressRun } from './ingress-runs.ts'
import { whatRuns } from './what-runs.ts'

/** Behind runs of new uploads, and those behind what people wait for. */
const backfillPriority = -3

/**
 * Makes runs over files that are in the archive already, oldest first, as far as one request goes. Nothing but a count with
 * `dry_run`.
 */
export async function backfill(
  transaction: Transaction<Database>,
  covering: Covering,
  { states, startDate, endDate, dry_run: dryRun }: BodyOf<typeof backfillAnalyzer>,
): Promise<AnswerOf<typeof backfillAnalyzer>> {
  const { organizationId, analyzerId } = covering
  const coverage = await coverageOf(transaction, covering)
  await sql`SET LOCAL jit = off`.execute(transaction)
  const { rows } = await sql<{ id: number; upload_id: number; files: number; bytes: number }>`
    SELECT covered.id, u.id AS upload_id, count(*) OVER () AS files, (sum(covered.size) OVER ())::bigint AS bytes
    FROM (${coverage}) covered JOIN upload u ON u.id = covered.upload_id
    WHERE covered.state = ANY (${states}::text[])
      AND u.end_date >= ${startDate ?? '-infinity'} AND u.start_date <= ${endDate ?? 'infinity'}
    ORDER BY covered.id LIMIT ${mostBackfillRuns}`.execute(transaction)
  const { files, bytes } = rows[0] ?? { files: 0, bytes: 0 }
  if (dryRun) return { files, bytes, queued: 0 }
  for (const analyzer of await whatRuns(transaction, [analyzerId])) {
    for (const { id, upload_id: uploadId } of rows) {
      for (const script of analyzer.scripts)
        await makeIngressRun(transaction, analyzer, script, { id, organizationId, uploadId }, backfillPriority)
    }
  }
  return { files, bytes, queued: rows.length }
}
