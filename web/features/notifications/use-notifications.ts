import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { checkNotifications } from '#contract/notification-inbox.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { session } from '#web/features/session/current-session.ts'
import { showToast } from '#web/ui/toast.ts'

/** Without the server's events, milliseconds. */
const pollMs = 10_000
/** What came stays on the screen so long, milliseconds. */
const toastMs = 5_000
/** More at once are told as a number. */
const mostToasts = 3

/**
 * How many notifications are unread; new ones are shown for a moment, in one tab. An auth error logs the user out. Use it
 * once.
 */
export function useNotifications(): number {
  const { data, error } = useQuery({
    queryKey: ['notifications', 'check'],
    queryFn: ({ signal }) => call(checkNotifications, { signal }),
    ...live(['notification'], pollMs),
  })
  useEffect(() => {
    if (error !== null && asApiError(error).code === 'auth') session.clear()
  }, [error])
  useEffect(() => {
    const arrived = data?.newNotifications ?? []
    if (arrived.length === 0 || document.visibilityState !== 'visible') return
    if (arrived.length > mostToasts) showToast(`${arrived.length} new notifications`, 'plain', toastMs)
    else for (const { title } of arrived.toReversed()) showToast(title, 'success', toastMs)
    const notifications = arrived.map(({ id }) => id).join(',')
    // Not marked, they are shown once more: better than never.
    call(checkNotifications, { query: { notifications } }).catch(() => undefined)
  }, [data])
  return data?.numOfUnreadNotifications ?? 0
}
