import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { notify } from '#server/features/notifications/inbox.ts'

/**
 * A download has become ready, or somebody asks to be told of one that is. Whoever wished it is told once, in the
 * transaction that says so.
 */
export async function downloadReady(transaction: Transaction<Database>, downloadId: number): Promise<void> {
  const wishes = await transaction
    .updateTable('notification_preference as wish')
    .from('user_download as download')
    .whereRef('download.id', '=', 'wish.what_id')
    .where('download.id', '=', downloadId)
    .where('wish.type', '=', 'Download Ready')
    .where('wish.what', '=', 'userDownload')
    .where('wish.told_at', 'is', null)
    .set({ told_at: sql`now()` })
    .returning(['wish.user_id', 'wish.email_enabled', 'download.organization_id', 'download.name', 'download.file_count'])
    .execute()
  for (const { user_id: userId, email_enabled: byMail, organization_id: organizationId, name, file_count: files } of wishes) {
    const message = `${name} with ${files === 1 ? '1 file' : `${files} files`} is ready; it is kept for a week.`
    const news = { organizationId, userId, title: `Download ready: ${name}`, message, path: '/ui2/account/downloads' }
    await notify(transaction, { ...news, type: 'Download Ready' }, byMail)
  }
}
