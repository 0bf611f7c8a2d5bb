import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { listPendingUploads } from '#contract/pending-uploads.ts'
import { call } from '#web/api/client.ts'

const PendingUploads = lazy(async () => ({
  default: (await import('#web/features/uploads/pending-uploads.tsx')).PendingUploads,
}))

/** How often uploads on their way are looked for, milliseconds. */
const pollMs = 10_000

/** The panel of uploads on their way; it is loaded when there are some. */
export function PendingPanel() {
  const { data = [] } = useQuery({
    queryKey: ['pendingUploads', null, null],
    queryFn: ({ signal }) => call(listPendingUploads, { query: {}, signal }),
    refetchInterval: pollMs,
  })
  return data.length === 0 ? null : (
    <Suspense>
      <PendingUploads />
    </Suspense>
  )
}
