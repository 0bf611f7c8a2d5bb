import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LocationPoint } from '#contract/locations.ts'
import { getRecording } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { pagePath } from '#web/router/address.ts'
import { PathLink } from '#web/router/page-link.tsx'
import { stringifySearch } from '#web/router/search.ts'
import { PointFacts } from './point-facts.tsx'
import { windowAround } from './window-around.ts'

interface ChosenFactsProps {
  name: string
  point: LocationPoint
  /** The recording that was running then. */
  recording: { readonly fileId: number; readonly displayName: string } | undefined
  /** Key of the signal to plot. */
  signal?: string | null
  children?: ReactNode
}

/** A chosen point, and the way to what was recorded there. */
export function ChosenFacts({ name, point, recording, signal = null, children }: ChosenFactsProps) {
  const fileId = recording?.fileId
  const { data } = useQuery({
    queryKey: ['recordings', fileId],
    enabled: fileId !== undefined,
    queryFn: ({ signal: aborted }) => call(getRecording, { params: { id: fileId ?? 0 }, signal: aborted }),
  })
  const window = data?.origin ? windowAround(point.gpsTimestamp, data.origin) : null
  return (
    <section className="map-chosen" aria-label="The chosen point">
      <h2>{name}</h2>
      <PointFacts point={point} />
      {children}
      {recording === undefined ? (
        <p className="quiet">No recording of this moment is among those listed.</p>
      ) : (
        <PathLink
          className="button primary"
          target="_blank"
          path={pagePath('dataSpy', {}) + stringifySearch({ fileId, ...readable(window, signal) })}
        >
          Open {recording.displayName} here in DataSpy
        </PathLink>
      )}
    </section>
  )
}

/** What the viewer's address says of plots and window. */
function readable(window: ReturnType<typeof windowAround> | null, signal: string | null): Record<string, unknown> {
  return { plot: signal === null ? undefined : signal.replace(/[%,]/g, encodeURIComponent), ...(window === null ? {} : window) }
}
