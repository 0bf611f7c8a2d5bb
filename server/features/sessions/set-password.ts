import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** Gives the user a new password that does not expire. Ending the user's sessions is up to the caller. */
export async function setPassword(
  database: Kysely<Database>,
  { userId, passwordHash, now }: { userId: number; passwordHash: string; now: Date },
): Promise<void> {
  await database
    .updateTable('app_user')
    .set({ password_hash: passwordHash, password_expires_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
