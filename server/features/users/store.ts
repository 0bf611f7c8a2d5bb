import type { Kysely } from 'kysely'
import type { UserPreference } from '#contract/users.ts'
import type { Database } from '#server/database/schema.ts'

export async function readProfile(database: Kysely<Database>, userId: number) {
  return await database
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .where('app_user.id', '=', userId)
    .select(['first_name', 'last_name', 'email', 'organization.id as organizationId', 'organization.name as organizationName'])
    .executeTakeFirst()
}

export async function listUsersOf(
  database: Kysely<Database>,
  organizationId: number,
): Promise<{ id: number; username: string }[]> {
  return await database
    .selectFrom('app_user')
    .where('organization_id', '=', organizationId)
    .select(['id', 'username'])
    .orderBy('username')
    .execute()
}

export async function listPreferences(database: Kysely<Database>, userId: number): Promise<UserPreference[]> {
  return await database
    .selectFrom('user_preference')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'val'])
    .orderBy('name')
    .execute()
}

/** Sets a preference by name. Undefined when the user has `limit` others already. */
export async function putPreference(
  database: Kysely<Database>,
  given: { userId: number; name: string; val: string },
  limit: number,
): Promise<UserPreference | undefined> {
  return await database.transaction().execute(async (transaction) => {
    // the user's row is the lock, so that two at once cannot both be the last one
    await transaction.selectFrom('app_user').where('id', '=', given.userId).select('id').forUpdate().execute()
    const { count } = await transaction
      .selectFrom('user_preference')
      .where('user_id', '=', given.userId)
      .where('name', '!=', given.name)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= limit) return undefined
    return await transaction
      .insertInto('user_preference')
      .values({ user_id: given.userId, name: given.name, val: given.val })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ val: given.val }))
      .returning(['id', 'name', 'val'])
      .executeTakeFirstOrThrow()
  })
}

export async function findPreference(
  database: Kysely<Database>,
  userId: number,
  id: number,
): Promise<UserPreference | undefined> {
  return await database
    .selectFrom('user_preference')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'name', 'val'])
    .executeTakeFirst()
}

export async function changePreference(database: Kysely<Database>, id: number, val: string): Promise<void> {
  await database.updateTable('user_preference').set({ val }).where('id', '=', id).execute()
}
