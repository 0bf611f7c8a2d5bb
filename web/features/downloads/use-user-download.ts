import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getUserDownload } from '#contract/user-downloads.ts'
import type { UserDownload } from '#contract/user-downloads.ts'
import { call } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { isCompressing, progressOf } from './progress.ts'

/** While the files are being put together and the server cannot tell of changes, milliseconds. */
export const downloadPollMs = 3000

/** A download that was just made, followed until it is complete. */
export function useUserDownload(made: UserDownload) {
  const query = useQuery({
    queryKey: ['userDownloads', 'one', made.id],
    queryFn: ({ signal }) => call(getUserDownload, { params: { id: made.id }, signal }),
    initialData: made,
    staleTime: downloadPollMs,
    meta: { topics: ['download'], concerns: (changed) => changed?.has(made.id) ?? true },
    refetchInterval: ({ state }) => (isCompressing(state.data?.status.name ?? '') ? pollUnlessLive(downloadPollMs) : false),
  })
  const { name } = query.data.status
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the document asks for it
    if (isCompressing(name) && progressOf(name) === null) console.error(`The progress of a download cannot be read: ${name}`)
  }, [name])
  return query
}
