import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Role } from '#contract/users.ts'
import type { Database } from '#server/database/schema.ts'
import { setPassword } from '../sessions/set-password.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { forgetAccountFailures } from '../sessions/throttle.ts'

export interface NewUser {
  readonly organizationId: number
  readonly username: string
  readonly passwordHash: string
  readonly roles: readonly Role[]
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** The id of the new user, or undefined when the name is taken, in whatever organization. */
export async function addUser(database: Kysely<Database>, user: NewUser): Promise<number | undefined> {
  const row = await database
    .insertInto('app_user')
    .values({
      organization_id: user.organizationId,
      username: user.username,
      password_hash: user.passwordHash,
      roles: [...user.roles],
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function findUserId(database: Kysely<Database>, username: string): Promise<number | undefined> {
  const row = await database
    .selectFrom('app_user')
    .select('id')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()
  return row?.id
}

/** Every user with what an operator looks for; of one organization, or of all. */
export async function listAllUsers(database: Kysely<Database>, organizationId: number | undefined) {
  return await database
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .$if(organizationId !== undefined, (query) => query.where('organization.id', '=', organizationId ?? 0))
    .select([
      'username',
      'organization.name as organization',
      'roles',
      'enabled',
      sql<boolean>`coalesce(password_expires_at <= now(), false)`.as('passwordExpired'),
      'first_name as firstName',
      'last_name as lastName',
      'email',
    ])
    .orderBy('organization.id')
    .orderBy('username')
    .execute()
}

/** Works on the user's next request; nobody has to sign in again. */
export async function setRoles(database: Kysely<Database>, userId: number, roles: readonly Role[], now: Date): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ roles: [...roles], updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Disabling ends the user's sessions, so that enabling does not bring them back. */
export async function setEnabled(database: Kysely<Database>, userId: number, enabled: boolean, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('app_user').set({ enabled, updated_at: now }).where('id', '=', userId).execute()
    if (!enabled) await endSessionsOf(transaction, userId, { reason: 'disabled', now })
  })
}

/** The user has to choose a new password before the next sign-in, which is now. */
export async function expirePassword(database: Kysely<Database>, userId: number, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('app_user')
      .set({ password_expires_at: now, updated_at: now })
      .where('id', '=', userId)
      .execute()
    await endSessionsOf(transaction, userId, { reason: 'password', now })
  })
}

/** A password given by somebody else: every session of the user ends. */
export async function resetPassword(database: Kysely<Database>, userId: number, passwordHash: string, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await setPassword(transaction, { userId, passwordHash, now })
    const name = sql<string>`lower(username)`.as('name')
    const user = await transaction.selectFrom('app_user').select(name).where('id', '=', userId).executeTakeFirst()
    if (user) await forgetAccountFailures(transaction, user.name)
    await endSessionsOf(transaction, userId, { reason: 'password', now })
  })
}
