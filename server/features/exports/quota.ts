import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'

/** Bytes that the organization may still store; infinite without a quota. */
export async function bytesLeft(database: Kysely<Database>, organizationId: number): Promise<number> {
  const { quota_bytes: quota, used_bytes: used } = await usageOf(database, organizationId)
  return quota === null ? Infinity : quota - used
}

/** @throws Problem `quota` when the organization has no room for more than `bytes` */
export async function requireRoom(database: Kysely<Database>, organizationId: number, bytes: number): Promise<void> {
  const { quota_bytes: quota, used_bytes: used } = await usageOf(database, organizationId)
  if (quota !== null && used + bytes >= quota) throw new Problem('quota', { used, quota })
}

async function usageOf(database: Kysely<Database>, organizationId: number) {
  return await database
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .select(['quota_bytes', 'used_bytes'])
    .executeTakeFirstOrThrow()
}
