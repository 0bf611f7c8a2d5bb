import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createNotificationPreference, deleteNotificationPreference } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'

/** Whether the user is told when a download is ready: checked, there is a wish for it on the server. */
export function NotifyBox({ downloadId, userId }: { downloadId: number; userId: number }) {
  const [wish, setWish] = useState<number | null>(null)
  const changing = useMutation({
    mutationFn: async (on: boolean) => {
      if (!on && wish !== null) await call(deleteNotificationPreference, { params: { id: wish } })
      if (!on) return null
      const about = { type: 'Download Ready', user: userId, what: 'userDownload', whatId: downloadId } as const
      const body = { emailEnabled: true, frequency: 'Minute', triggerCount: 0, ...about } as const
      return (await call(createNotificationPreference, { body })).id
    },
    onSuccess: setWish,
  })
  const on = changing.isPending ? changing.variables : wish !== null
  return (
    <>
      <label className="download-notify">
        <input
          type="checkbox"
          checked={on}
          disabled={changing.isPending}
          onChange={(event) => changing.mutate(event.target.checked)}
        />
        Notify me when the download is ready
      </label>
      {changing.error ? <ErrorCard title="An error occured" error={asApiError(changing.error)} /> : null}
    </>
  )
}
