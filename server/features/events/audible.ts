import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { EventTopic } from '#contract/events.ts'
import type { Database } from '#server/database/schema.ts'
import type { Seer } from '#server/features/results/visible.ts'
import { seesRun } from '#server/features/results/visible.ts'

/**
 * Of the ids of a topic those that the caller may hear of. Changes of runs are told to their owners and to those with whom
 * they are shared; of the other topics everybody of an organization may hear. Ids that are gone are told: whoever saw them
 * has to learn it.
 */
export async function audibleTo(
  database: Kysely<Database>,
  caller: Seer,
  topic: EventTopic,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (topic !== 'run' || caller.administrator) return ids
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM run WHERE id = ANY (${[...ids]}::bigint[]) AND NOT ${seesRun(caller)}`.execute(database)
  const silent = new Set(rows.map(({ id }) => Number(id)))
  return ids.filter((id) => !silent.has(id))
}
