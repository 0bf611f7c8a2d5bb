import { sql } from 'kysely'
import type { Platform } from '#server/platform.ts'
import { createPasswords, generatePassword } from '../sessions/passwords.ts'

/** Any number that nobody else uses as an advisory lock in this database. */
const lockKey = 7_201_942_119

/** What of the platform the first administrator needs. */
interface Ground extends Pick<Platform, 'database'> {
  readonly settings: Pick<Platform['settings'], 'adminPassword'>
}

/**
 * Makes the operator's organization and its user `admin`, once. Safe when two servers start together.
 * @returns the generated password the one time it is made; null when it was set, or the user exists already
 */
export async function ensureFirstAdministrator({ database, settings }: Ground): Promise<string | null> {
  const generated = settings.adminPassword === undefined ? generatePassword() : null
  // without the lock: true once is true for ever, and the hash below costs 50 ms
  if (await hasOrganization(database)) return null
  const passwordHash = await createPasswords().hash(generated ?? settings.adminPassword ?? '')
  return await database.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(transaction)
    if (await hasOrganization(transaction)) return null
    const { id } = await transaction
      .insertInto('organization')
      .values({ name: 'Loggerhead' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .insertInto('app_user')
      .values({ organization_id: id, username: 'admin', password_hash: passwordHash, roles: ['admin', 'ipa'] })
      .execute()
    return generated
  })
}

async function hasOrganization(database: Platform['database']): Promise<boolean> {
  return (await database.selectFrom('organization').select('id').limit(1).executeTakeFirst()) !== undefined
}
