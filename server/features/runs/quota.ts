import type { Kysely } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { Problem } from '#server/http/problem.ts'

/**
 * Why an organization may not keep a result of so many bytes, in the sentence that uploads get too; null when it may. Files
 * of results are counted by their table (migration 0020).
 */
export async function quotaProblem(database: Kysely<Database>, organizationId: number, bytes: number): Promise<string | null> {
  const { quota_bytes: quota, used_bytes: used } = await database
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .select(['quota_bytes', 'used_bytes'])
    .executeTakeFirstOrThrow()
  return quota === null || used + bytes <= quota ? null : new Problem('quota', { used, quota }).message
}
