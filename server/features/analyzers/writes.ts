import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AnalyzerType } from '#contract/analyzers.ts'
import type { Database } from '#server/database/schema.ts'
import { endRun } from '#server/features/runs/end-run.ts'
import type { UserCaller } from '#server/http/caller.ts'
import { cancelJobsOf } from '#server/queue/job-states.ts'

interface Values {
  readonly name: string
  readonly description: string
  readonly type: AnalyzerType
  readonly script_exec_user?: number | null | undefined
  /** Null or empty: the usual one. */
  readonly environment?: string | null | undefined
  readonly active: boolean
}

export async function insertAnalyzer(
  transaction: Transaction<Database>,
  { organizationId, userId }: UserCaller,
  { name, description, type, script_exec_user, environment, active }: Values,
): Promise<number> {
  const { id } = await transaction
    .insertInto('analyzer')
    .values({
      organization_id: organizationId,
      user_id: userId,
      name,
      description,
      type,
      script_exec_user: script_exec_user ?? null,
      environment: environment || null,
      active: active && type === 'ingress',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is undefined stays. */
export async function changeAnalyzer(
  transaction: Transaction<Database>,
  id: number,
  { name, description, type, script_exec_user, environment, active }: { [K in keyof Values]?: Values[K] | undefined },
): Promise<void> {
  await transaction
    .updateTable('analyzer')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(type === undefined ? {} : { type }),
      ...(script_exec_user === undefined ? {} : { script_exec_user }),
      ...(environment === undefined ? {} : { environment: environment || null }),
      ...(active === undefined ? {} : { active }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Its results stay, and name it; runs that wait are withdrawn. */
export async function hideAnalyzer(transaction: Transaction<Database>, id: number): Promise<void> {
  const waiting = await transaction
    .selectFrom('run')
    .where('analyzer_id', '=', id)
    .where('status', '=', 'new')
    .select('id')
    .execute()
  const outcome = 'The analyzer was deleted'
  for (const { id: runId } of waiting) {
    await cancelJobsOf(transaction, runId, ['IPA_MANUAL', 'IPA_INGRESS'], { running: false, outcome })
    await endRun(transaction, runId, 'canceled', outcome)
  }
  await transaction
    .updateTable('analyzer')
    .set({ deleted_at: sql`now()`, active: false })
    .where('id', '=', id)
    .execute()
}

/** Of the runs that have ended; those that wait stay. Their files are swept later, as those of every result that is gone. */
export async function deleteResults(transaction: Transaction<Database>, id: number): Promise<void> {
  await transaction
    .deleteFrom('run')
    .where('analyzer_id', '=', id)
    .where('status', 'in', ['complete', 'failed', 'canceled'])
    .execute()
}
