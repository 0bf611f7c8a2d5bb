import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { Database } from '#server/database/schema.ts'
import { matchesFile } from '#server/features/datasets/matcher.ts'
import { makeRun } from '#server/features/runs/make-run.ts'
import type { WhatRuns } from './what-runs.ts'
import { whatRuns } from './what-runs.ts'

interface Arrived {
  /** Of the file version. */
  readonly id: number
  readonly organizationId: number
  readonly uploadId: number
}

/**
 * Makes the runs of all active ingress analyzers that a file concerns, in the transaction that ends the look into it. Safe to
 * repeat: each analyzer's script runs once for a file, however often it is asked.
 */
export async function ingressRuns(transaction: Transaction<Database>, file: Arrived): Promise<void> {
  const concerned: number[] = []
  for (const { id, datasets } of await activeAnalyzers(transaction, file.organizationId)) {
    for (const filters of datasets) {
      if (!(await matchesFile(transaction, file.id, filters))) continue
      concerned.push(id)
      break
    }
  }
  if (concerned.length === 0) return
  for (const analyzer of await whatRuns(transaction, concerned)) await runOnce(transaction, analyzer, file)
}

/** Those of which nothing is missing, with the criteria of each of their datasets. */
async function activeAnalyzers(transaction: Transaction<Database>, organizationId: number) {
  const { rows } = await sql<{ id: number; datasets: DatasetFilter[][] }>`
    SELECT a.id, (
      SELECT json_agg(d.filters) FROM analyzer_dataset x JOIN dataset d ON d.id = x.dataset_id WHERE x.analyzer_id = a.id
    ) AS datasets
    FROM analyzer a
    WHERE a.organization_id = ${organizationId} AND a.type = 'ingress' AND a.active AND a.deleted_at IS NULL
      AND EXISTS (SELECT FROM analyzer_dataset x WHERE x.analyzer_id = a.id)
      AND NOT EXISTS (
        SELECT FROM analyzer_dataset x JOIN dataset d ON d.id = x.dataset_id
        WHERE x.analyzer_id = a.id AND (d.deleted_at IS NOT NULL OR d.type <> 'dynamic'))
      AND NOT EXISTS (
        SELECT FROM analyzer_script x JOIN script s ON s.id = x.script_id WHERE x.analyzer_id = a.id AND s.deleted_at IS NOT NULL)
      AND NOT EXISTS (
        SELECT FROM analyzer_configuration x JOIN configuration c ON c.id = x.configuration_id
        WHERE x.analyzer_id = a.id AND c.deleted_at IS NOT NULL)
    ORDER BY a.id`.execute(transaction)
  return rows
}

async function runOnce(transaction: Transaction<Database>, analyzer: WhatRuns, file: Arrived): Promise<void> {
  for (const { scriptId, ...script } of analyzer.scripts) {
    const { rows } = await sql`
      INSERT INTO ingress_run (analyzer_id, file_version_id, script_id) VALUES (${analyzer.id}, ${file.id}, ${scriptId})
      ON CONFLICT DO NOTHING RETURNING script_id`.execute(transaction)
    if (rows.length > 0) await makeIngressRun(transaction, analyzer, { scriptId, ...script }, file)
  }
}

/** One run of a script over one file, and the note of it. */
export async function makeIngressRun(
  transaction: Transaction<Database>,
  { id: analyzerId, userId, execUserId, environment }: WhatRuns,
  { scriptId, scriptVersionId, configurationIds }: WhatRuns['scripts'][number],
  file: Arrived,
  priority?: number,
): Promise<number> {
  const runId = await makeRun(transaction, {
    organizationId: file.organizationId,
    analyzerId,
    type: 'ingress',
    userId,
    execUserId,
    scriptVersionId,
    configurationIds,
    fileVersionIds: [file.id],
    environment,
    uploadId: file.uploadId,
    fileVersionId: file.id,
    ...(priority === undefined ? {} : { priority }),
  })
  await sql`
    INSERT INTO ingress_run (analyzer_id, file_version_id, script_id, run_id)
    VALUES (${analyzerId}, ${file.id}, ${scriptId}, ${runId})
    ON CONFLICT (analyzer_id, file_version_id, script_id) DO UPDATE SET run_id = excluded.run_id`.execute(transaction)
  return runId
}
