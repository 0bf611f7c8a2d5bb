import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { getRecording } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { Drawing } from '#web/map/drawn.ts'
import { useColorScheme } from '#web/theme/color-scheme.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { groupSignals } from '#web/viewer/tree/tree-rows.ts'
import { ChosenFacts } from './chosen-facts.tsx'
import { colorOf, scaleOf, scaleText } from './color-scale.ts'
import { MapRoom } from './map-room.tsx'
import { useOpenRecording } from './open-recording.ts'
import { breaksOf } from './route-stretches.ts'
import { ScaleLegend } from './scale-legend.tsx'
import { SignalField } from './signal-field.tsx'
import { useRoutes } from './use-routes.ts'
import { useValuesAlong } from './use-values-along.ts'

interface RecordingRouteProps {
  fileId: number
  /** Key of the signal that colours the route. */
  signal: string | null
  onSignal: (key: string | null) => void
  onLeave: () => void
}

/** The route of one recording, coloured by one of its signals. */
export function RecordingRoute({ fileId, signal, onSignal, onLeave }: RecordingRouteProps) {
  const scheme = useColorScheme()
  const { data, error, refetch } = useQuery({
    queryKey: ['recordings', fileId],
    queryFn: ({ signal: aborted }) => call(getRecording, { params: { id: fileId }, signal: aborted }),
  })
  const vehicle = data?.vehicle ?? null
  const wanted = useMemo(
    () =>
      data && vehicle && data.locations
        ? [
            {
              id: String(fileId),
              name: data.displayName,
              vehicleId: vehicle.id,
              start: data.locations.firstDate,
              end: data.locations.lastDate,
            },
          ]
        : [],
    [data, vehicle, fileId],
  )
  const { routes, isLoading, error: routeError } = useRoutes(wanted)
  const points = routes[0]?.points
  const { opened, problem } = useOpenRecording(data)
  const groups = useMemo(() => groupSignals(opened?.signals.signals ?? []), [opened])
  const listed = groups.flatMap((group) => group.signals).find(({ key }) => key === signal)
  const values = useValuesAlong(opened, listed?.signal ?? null, points)
  const scale = useMemo(() => (values === null ? null : scaleOf(values, scheme)), [values, scheme])
  const [chosen, setChosen] = useState<number | null>(null)
  const point = chosen === null ? undefined : points?.[chosen]
  const drawing = useMemo((): Drawing => {
    const colors =
      values === null || scale === null ? null : values.map((value) => (value === null ? null : colorOf(scale, value)))
    const shown = points ?? []
    return {
      routes: [
        {
          id: String(fileId),
          name: '',
          series: 1,
          points: shown,
          breaks: breaksOf(shown),
          ...(colors === null ? {} : { colors }),
        },
      ],
      pins: [],
      showsLines: true,
      showsMarkers: false,
      cursor: point ?? null,
    }
  }, [fileId, points, values, scale, point])

  if (error && data === undefined)
    return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  const value = chosen === null ? null : (values?.[chosen] ?? null)
  return (
    <MapRoom
      label={`Map of ${data?.displayName ?? 'a recording'}`}
      drawing={drawing}
      fit={`${fileId} ${points?.length ?? 0}`}
      note={
        data === undefined || isLoading
          ? 'Loading Map...'
          : points === undefined || points.length === 0
            ? 'No results found'
            : null
      }
      onPoint={({ index }) => setChosen(index)}
    >
      <div className="map-heading">
        <h2>{data?.displayName ?? 'Recording'}</h2>
        <button type="button" className="button quiet" onClick={onLeave}>
          All routes
        </button>
      </div>
      <p className="quiet">
        {vehicle ? vehicle.displayName || vehicle.name : ''} {data ? <span className="mono">{data.file.fileName}</span> : null}
      </p>
      {routeError ? <ErrorCard title="An error occured" error={asApiError(routeError)} /> : null}
      {problem === null ? null : <ErrorCard title="The signals cannot be read" error={{ message: problem, fields: [] }} />}
      {data && data.signals.state !== 'ready' ? (
        <p className="quiet">This recording has no decoded signals to colour its route by.</p>
      ) : (
        <SignalField groups={groups} value={signal} isLoading={opened === null && problem === null} onChange={onSignal} />
      )}
      {listed && scale ? <ScaleLegend scale={scale} name={listed.signal.name} unit={listed.signal.unit} /> : null}
      {listed && values !== null && scale === null ? (
        <p className="quiet">{listed.signal.name} has no value at any point of this route.</p>
      ) : null}
      {points && points.length > 1 ? (
        <label className="field">
          <span className="field-label">Along the route</span>
          <input
            type="range"
            min={1}
            max={points.length}
            value={(chosen ?? 0) + 1}
            onChange={(event) => setChosen(Number(event.target.value) - 1)}
          />
        </label>
      ) : null}
      {point && data ? (
        <ChosenFacts name="The chosen point" point={point} recording={{ fileId, displayName: data.displayName }} signal={signal}>
          {listed && scale ? (
            <p>
              {listed.signal.name}{' '}
              <strong>{value === null ? 'no value' : `${scaleText(value, scale)} ${listed.signal.unit}`.trim()}</strong>
            </p>
          ) : null}
        </ChosenFacts>
      ) : null}
    </MapRoom>
  )
}
