import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** The key of this name that every server of the installation shares; made by the first that asks. 256 random bits. */
export async function serverSecret(database: Kysely<Database>, name: string): Promise<Buffer> {
  await database
    .insertInto('server_secret')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await database.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
