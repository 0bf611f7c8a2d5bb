import type { Notification } from '#contract/notification-inbox.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { NotificationRow } from './inbox.ts'
import { countUnread, deleteOwn, findNew, listOwn, markOld, setAllRead, setRead } from './inbox.ts'

type Ours = 'checkNotifications' | 'listNotifications' | 'updateNotification' | 'readAllNotifications' | 'deleteNotification'

/** What the caller has been told; nobody sees another's. */
export function inboxHandlers({ database }: Platform): HandlersOf<Ours> {
  return {
    async checkNotifications({ caller: { userId }, query }) {
      if (query.notifications !== undefined && query.notifications.length > 0)
        await markOld(database, userId, query.notifications)
      const rows = await findNew(database, userId, query.highestNewNotificationId)
      return { newNotifications: rows.map(present), numOfUnreadNotifications: await countUnread(database, userId) }
    },

    async listNotifications({ caller, query }) {
      const { offset, max } = query
      const { total, rows } = await listOwn(database, caller.userId, { unread: query.unread === 'true', offset, max })
      return new Answer(rows.map(present), { total, max, offset })
    },

    async updateNotification({ caller, params, body }) {
      const row = await setRead(database, caller.userId, params.id, body.read)
      if (row === undefined) throw notFound()
      return present(row)
    },

    async readAllNotifications({ caller }) {
      await setAllRead(database, caller.userId)
    },

    async deleteNotification({ caller, params }) {
      if (!(await deleteOwn(database, caller.userId, params.id))) throw notFound()
    },
  }
}

function present({ id, type, title, message, path, created_at, read_at }: NotificationRow): Notification {
  return { id, type, title, message, path, dateCreated: created_at.toISOString(), read: read_at !== null }
}
