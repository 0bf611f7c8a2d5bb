import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/**
 * A run that ends without results of its own: its worker or its files are gone, or somebody canceled it.
 * @returns whether it had begun; undefined when it has ended already or is gone
 */
export async function endRun(
  transaction: Transaction<Database>,
  id: number,
  status: 'failed' | 'canceled',
  reason: string,
): Promise<{ hadBegun: boolean } | undefined> {
  const run = await transaction
    .updateTable('run')
    .set({ status, reason: reason.replaceAll('\u0000', '').slice(0, 2000), finished_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['new', 'running'])
    .returning('started_at')
    .executeTakeFirst()
  return run && { hadBegun: run.started_at !== null }
}
