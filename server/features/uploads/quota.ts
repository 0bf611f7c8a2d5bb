import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { PendingUploads } from './pending-uploads.ts'

/** @throws Problem `quota` when the organization may not store so many bytes more, with what it has begun to upload */
export async function requireQuota(
  { database }: Platform,
  pending: PendingUploads,
  organizationId: number,
  bytes: number,
): Promise<void> {
  const organization = await database
    .selectFrom('organization')
    .where('id', '=', organizationId)
    .select(['quota_bytes', 'used_bytes'])
    .executeTakeFirstOrThrow()
  const quota = organization.quota_bytes
  if (quota === null) return
  const used = organization.used_bytes + (await pending.bytesOf(organizationId))
  if (used + bytes > quota) throw new Problem('quota', { used, quota })
}
