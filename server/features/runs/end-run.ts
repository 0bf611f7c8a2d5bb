import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** A run that ends without results of its own: its worker or its files are gone, or somebody canceled it. */
export async function endRun(
  transaction: Transaction<Database>,
  id: number,
  status: 'failed' | 'canceled',
  reason: string,
): Promise<void> {
  await transaction
    .updateTable('run')
    .set({ status, reason: reason.replaceAll('\u0000', '').slice(0, 2000), finished_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['new', 'running'])
    .execute()
}
