import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { mostLocations, searchLocations } from '#contract/locations.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import './map-dialog.css'
import { firstPart, utcText } from './parts.ts'
import type { RoutePart } from './parts.ts'
import { RouteMap } from './route-map.tsx'

/** Where the upload's vehicle was while it was recorded. */
export function MapDialog({ row, onClose }: { row: UploadRow; onClose: () => void }) {
  const [part, setPart] = useState<RoutePart>(firstPart)
  const { vehicle, startDate, endDate } = row
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['locations', vehicle?.id, startDate, endDate, part],
    enabled: vehicle !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { answer, headers } = await exchange(searchLocations, {
        body: {
          vehicleId: vehicle?.id ?? 0,
          startDate: utcText(startDate, 'start'),
          endDate: utcText(endDate, 'end'),
          sort: 'gpsTimestamp',
          order: 'asc',
          offset: part.kind === 'part' ? part.offset : 0,
          max: mostLocations,
          ...(part.kind === 'spread' ? { spread: true } : {}),
        },
        signal,
      })
      return { points: answer.data, total: Number(headers.get('total') ?? answer.data.length), part }
    },
  })
  const isNowhere = vehicle === null || data?.points.length === 0
  return (
    <Dialog title={`Map: ${row.displayName}`} size="large" onClose={onClose}>
      <div className="map-dialog">
        {error && !data ? (
          <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
        ) : isNowhere ? (
          <EmptyState
            title="No results found"
            text="No position of the vehicle is known for the time of this upload. Positions are read from recordings that hold them."
          />
        ) : data === undefined ? (
          <p className="map-wait" role="status">
            Loading Map...
          </p>
        ) : (
          <RouteMap
            key={`${data.part.kind} ${data.part.kind === 'part' ? data.part.offset : ''}`}
            name={vehicle?.displayName || vehicle?.name || row.displayName}
            points={data.points}
            total={data.total}
            part={data.part}
            isChanging={isPlaceholderData}
            onPart={setPart}
          />
        )}
      </div>
    </Dialog>
  )
}
