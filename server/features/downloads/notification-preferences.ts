import type { NotificationPreference } from '#contract/notifications.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { downloadReady } from './download-ready.ts'
import { findUserDownload } from './user-downloads.ts'

type Ours = 'createNotificationPreference' | 'deleteNotificationPreference'

/** Wishes to be told when a download is ready: each user's own, of own downloads. */
export function notificationPreferenceHandlers({ database, now }: Platform): HandlersOf<Ours> {
  return {
    async createNotificationPreference({ caller, body }) {
      const { userId } = caller
      if (body.user !== undefined && body.user !== userId) throw notFound()
      const wish = { email_enabled: body.emailEnabled, frequency: body.frequency, trigger_count: body.triggerCount }
      const id = await database.transaction().execute(async (transaction) => {
        const download = await findUserDownload(transaction, caller, body.whatId, now())
        if (download === undefined) throw notFound()
        const made = await transaction
          .insertInto('notification_preference')
          .values({ user_id: userId, type: body.type, what: body.what, what_id: download.id, ...wish })
          .onConflict((conflict) => conflict.columns(['user_id', 'type', 'what', 'what_id']).doUpdateSet(wish))
          .returning('id')
          .executeTakeFirstOrThrow()
        if (download.state === 'ready') await downloadReady(transaction, download.id)
        return made.id
      })
      const { emailEnabled, frequency, triggerCount, type, what, whatId } = body
      const wished = { emailEnabled, frequency, triggerCount, type, user: userId, what, whatId }
      const answer: NotificationPreference = { id, userDownloadId: whatId, userId, ...wished }
      return answer
    },

    async deleteNotificationPreference({ caller, params }) {
      const { numDeletedRows } = await database
        .deleteFrom('notification_preference')
        .where('id', '=', params.id)
        .where('user_id', '=', caller.userId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound()
    },
  }
}
