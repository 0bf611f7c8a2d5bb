import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkNotifications } from '#contract/notification-inbox.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { session } from '#web/features/session/current-session.ts'
import { showToast } from '#web/ui/toast.ts'

const queryKey = ['notifications', 'check']
/** Of this tab: what it has shown is not new again, even when marking it failed. */
const highestKey = 'loggerhead_highest_new_notification_id'
/** Without the server's events, milliseconds. */
export const notificationPollMs = 10_000
/** What came stays on the screen so long, milliseconds. */
const toastMs = 5_000
/** More at once are told as a number. */
const mostToasts = 3

/**
 * How many notifications are unread; new ones are shown for a moment, in one tab. An auth error logs the user out. Use it
 * once.
 */
export function useNotifications(): number {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<AnswerOf<typeof checkNotifications>>(queryKey)
      const query = {
        highestNewNotificationId: Number(sessionStorage.getItem(highestKey) ?? 0),
        ...(before ? { unreadNotificationCounter: before.numOfUnreadNotifications } : {}),
      }
      return await call(checkNotifications, { query, signal })
    },
    ...live(['notification'], notificationPollMs),
  })
  useEffect(() => {
    if (error !== null && asApiError(error).code === 'auth') session.clear()
  }, [error])
  useEffect(() => {
    const arrived = data?.newNotifications ?? []
    if (arrived.length === 0 || document.visibilityState !== 'visible') return
    sessionStorage.setItem(highestKey, String(Math.max(...arrived.map(({ id }) => id))))
    if (arrived.length > mostToasts) showToast(`${arrived.length} new notifications`, 'plain', toastMs)
    else for (const { title } of arrived.toReversed()) showToast(title, 'success', toastMs)
    const notifications = arrived.map(({ id }) => id).join(',')
    // Not marked, they are shown once more: better than never.
    call(checkNotifications, { query: { notifications } }).catch(() => undefined)
  }, [data])
  return data?.numOfUnreadNotifications ?? 0
}
