import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

interface Owners {
  readonly devices: readonly (number | null)[]
  readonly vehicles: readonly (number | null)[]
}

/**
 * Deliveries of one device or vehicle queue up here until the transaction before has ended, so that finding and adding
 * uploads, groups, numbers and duplicates cannot cross. Always in the same order, devices first and each kind by its
 * ids, so that two never wait for each other.
 */
export async function takeTurns(transaction: Transaction<Database>, { devices, vehicles }: Owners): Promise<void> {
  for (const id of inOrder(devices)) await lock(transaction, `device ${id}`)
  for (const id of inOrder(vehicles)) await lock(transaction, `vehicle ${id}`)
}

const inOrder = (ids: readonly (number | null)[]): number[] => ids.filter((id) => id !== null).toSorted((a, b) => a - b)

async function lock(transaction: Transaction<Database>, owner: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`loggerhead archive ${owner}`}, 0))`.execute(transaction)
}
