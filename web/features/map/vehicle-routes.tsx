import { useMemo, useState } from 'react'
import type { Vehicle } from '#contract/fleets.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import type { ChosenPoint, Drawing } from '#web/map/drawn.ts'
import { seriesOf } from '#web/map/drawn.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { ChosenFacts } from './chosen-facts.tsx'
import { MapRoom } from './map-room.tsx'
import type { MapSearch } from './map-search.ts'
import { breaksOf } from './route-stretches.ts'
import { mostRecordings, recordingAt, useRecordings } from './use-recordings.ts'
import { useRoutes } from './use-routes.ts'

/** Routes that can still be told apart on one map. */
const mostRoutes = 12

interface VehicleRoutesProps {
  vehicles: readonly Vehicle[]
  search: MapSearch
  onRecording: (fileId: number) => void
}

/** The routes of several vehicles in a range of time, each in its colour, and their recordings. */
export function VehicleRoutes({ vehicles, search: { start, end }, onRecording }: VehicleRoutesProps) {
  const zone = useZone()
  const [chosen, setChosen] = useState<ChosenPoint | null>(null)
  const [focus, setFocus] = useState<string | null>(null)
  const wanted = useMemo(
    () =>
      vehicles
        .slice(0, mostRoutes)
        .map(({ id, name, displayName }) => ({ id: String(id), name: displayName || name, vehicleId: id, start, end })),
    [vehicles, start, end],
  )
  const { routes, isLoading, error } = useRoutes(wanted)
  const vehicleIds = useMemo(() => wanted.map(({ vehicleId }) => vehicleId), [wanted])
  const recordings = useRecordings(vehicleIds, start, end, true)
  const travelled = useMemo(() => routes.filter(({ points }) => points.length > 0), [routes])
  const chosenRoute = travelled.find(({ id }) => id === chosen?.routeId)
  const point = useMemo(
    () => (chosen === null ? undefined : travelled.find(({ id }) => id === chosen.routeId)?.points[chosen.index]),
    [travelled, chosen],
  )
  const drawing = useMemo(
    (): Drawing => ({
      routes: travelled.map(({ id, name, points }, at) => ({ id, name, series: seriesOf(at), points, breaks: breaksOf(points) })),
      pins: [],
      showsLines: true,
      showsMarkers: false,
      cursor: point ?? null,
    }),
    [travelled, point],
  )
  return (
    <MapRoom
      label="Map of routes"
      drawing={drawing}
      fit={isLoading ? 'loading' : travelled.map(({ id, total }) => `${id}:${total}`).join()}
      note={isLoading ? 'Loading Map...' : travelled.length === 0 && error === null ? 'No results found' : null}
      focus={focus}
      onPoint={setChosen}
      onPin={(routeId) => setChosen({ routeId, index: 0 })}
    >
      {error ? <ErrorCard title="An error occured" error={asApiError(error)} /> : null}
      {point && chosenRoute ? (
        <ChosenFacts
          name={chosenRoute.name}
          point={point}
          recording={recordingAt(recordings.data ?? [], chosenRoute.vehicleId, point.gpsTimestamp)}
        />
      ) : null}
      <h2>Routes</h2>
      <ul className="map-legend">
        {travelled.map(({ id, name, points, total }, at) => (
          <li key={id}>
            <span className="map-stroke" style={{ background: `var(--s${seriesOf(at)})` }} />
            <button
              type="button"
              className="map-name"
              aria-pressed={focus === id}
              title={focus === id ? 'Show all routes' : 'Look at this route'}
              onClick={() => {
                setFocus(focus === id ? null : id)
                setChosen({ routeId: id, index: 0 })
              }}
            >
              {name}
            </button>
            <span className="quiet">{total > points.length ? `${points.length} of ${total} points` : `${total} points`}</span>
          </li>
        ))}
      </ul>
      {vehicles.length > mostRoutes ? (
        <p className="quiet">
          {vehicles.length} vehicles are chosen; the routes of the first {mostRoutes} are shown.
        </p>
      ) : null}
      <h2>Recordings</h2>
      <ul className="map-recordings">
        {recordings.data?.map(({ fileId, displayName, vehicleName, start: begun }) => (
          <li key={fileId}>
            <button type="button" onClick={() => onRecording(fileId)}>
              <strong>{displayName}</strong>
              <span className="quiet">
                {vehicleName} · {formatMoment(begun, zone)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {recordings.data?.length === 0 ? <p className="quiet">No recordings in this range.</p> : null}
      {recordings.data && recordings.data.length >= mostRecordings ? (
        <p className="quiet">The newest {mostRecordings} are listed; a shorter range shows others.</p>
      ) : null}
    </MapRoom>
  )
}
