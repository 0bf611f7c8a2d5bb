import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Fleets that are not deleted. */
export async function listFleetRows(database: Kysely<Database>, organizationId: number) {
  return await database
    .selectFrom('fleet')
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .select(['id', 'name', 'demo', 'delete_flag as deleteFlag'])
    .orderBy((order) => order.fn('lower', ['name']))
    .execute()
}

export async function findFleet(database: Kysely<Database>, organizationId: number, id: number) {
  return await database
    .selectFrom('fleet')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .select(['id', 'name', 'demo', 'delete_flag as deleteFlag'])
    .executeTakeFirst()
}

/** The same, kept as it is until the transaction ends: nobody deletes it while a vehicle is put into it. */
export async function holdFleet(transaction: Transaction<Database>, organizationId: number, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('fleet')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function insertFleet(database: Kysely<Database>, given: { organizationId: number; name: string; demo: boolean }) {
  return await database
    .insertInto('fleet')
    .values({ organization_id: given.organizationId, name: given.name, demo: given.demo })
    .returning(['id', 'name', 'demo', 'delete_flag as deleteFlag'])
    .executeTakeFirstOrThrow()
}

/** Undefined when there is no such fleet. */
export async function renameFleet(database: Kysely<Database>, organizationId: number, id: number, name: string) {
  return await database
    .updateTable('fleet')
    .set({ name })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('delete_flag', '=', false)
    .returning(['id', 'name', 'demo', 'delete_flag as deleteFlag'])
    .executeTakeFirst()
}

/** Deletes a fleet without vehicles; answers how many it still has, or undefined when there is no such fleet. */
export async function deleteEmptyFleet(
  database: Kysely<Database>,
  organizationId: number,
  id: number,
): Promise<number | undefined> {
  return await database.transaction().execute(async (transaction) => {
    const fleet = await transaction
      .selectFrom('fleet')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('delete_flag', '=', false)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (fleet === undefined) return undefined
    const { count } = await transaction
      .selectFrom('vehicle')
      .where('fleet_id', '=', id)
      .where('delete_flag', '=', false)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count === 0) await transaction.updateTable('fleet').set({ delete_flag: true }).where('id', '=', id).execute()
    return count
  })
}
