import { useEffect, useMemo, useState } from 'react'
import { colorOf, scaleOf } from '#web/features/map/color-scale.ts'
import { closeUp, useBaseMap } from '#web/features/map/base-map.ts'
import { valuesAt } from '#web/features/map/route-values.ts'
import { ScaleLegend } from '#web/features/map/scale-legend.tsx'
import '#web/features/map/map-page.css'
import { useRoutes } from '#web/features/map/use-routes.ts'
import type { Drawing } from '#web/map/drawn.ts'
import { MapView } from '#web/map/map-view.tsx'
import { useColorScheme } from '#web/theme/color-scheme.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import { placeAt } from './route-place.ts'
import type { RecordedRoute, RoutePoint, Subject } from './subject.ts'
import { since } from './subject.ts'

interface Given {
  subject: Subject & { readonly route: RecordedRoute }
  /** Plotted numbers of this recording: they may colour the route. */
  plotted: readonly PlottedSignal[]
  /** Of the cursor, in the recording's own time. */
  atNs: number | null
  onPick: (timeNs: number) => void
}

/** Where the vehicle was: the cursor moves the dot, a click on the route moves the cursor. */
export function MapPanel({ subject, plotted, atNs, onPick }: Given) {
  const base = useBaseMap()
  const scheme = useColorScheme()
  const points = useRoutePoints(subject)
  const [chosen, setChosen] = useState('')
  const signal = plotted.find(({ ref }) => ref === chosen) ?? null
  const values = useValues(signal, points)
  const scale = useMemo(() => (values === null ? null : scaleOf(values, scheme)), [values, scheme])
  const routes = useMemo((): Drawing['routes'] => {
    if (points === null) return []
    const colors = scale && values?.map((value) => (value === null ? null : colorOf(scale, value)))
    return [{ id: 'route', name: '', series: 1, points, ...(colors ? { colors } : {}) }]
  }, [points, values, scale])
  const cursor = useMemo(() => (points === null || atNs === null ? null : placeAt(points, atNs)), [points, atNs])
  const drawing = useMemo((): Drawing => ({ routes, pins: [], showsLines: true, showsMarkers: false, cursor }), [routes, cursor])
  return (
    <div className="spy-map">
      <div className="spy-map-tools">
        <label>
          <span>Colour by</span>
          <select className="input" value={signal?.ref ?? ''} onChange={(event) => setChosen(event.target.value)}>
            <option value="">no signal</option>
            {plotted.map(({ ref, signal: { name } }) => (
              <option key={ref} value={ref}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {signal && scale ? <ScaleLegend scale={scale} name={signal.signal.name} unit={signal.signal.unit} /> : null}
        <output className="mono spy-map-place">
          {cursor === null ? '' : `${cursor.latitude.toFixed(5)}, ${cursor.longitude.toFixed(5)}`}
        </output>
      </div>
      <div className="spy-map-room">
        {base === undefined || points === null ? (
          <p className="map-wait" role="status">
            Loading Map...
          </p>
        ) : points.length === 0 ? (
          <p className="map-wait" role="status">
            No results found
          </p>
        ) : (
          <MapView
            label={`Route of ${subject.name}`}
            base={base}
            drawing={drawing}
            fit={`${points.length}`}
            closest={Math.max(closeUp(base), 9)}
            onPoint={({ index }) => {
              const point = points[index]
              if (point !== undefined) onPick(point.timeNs)
            }}
          />
        )}
      </div>
    </div>
  )
}

/** Null until they are known. */
function useRoutePoints({ route, origin, name }: Given['subject']): readonly RoutePoint[] | null {
  const wanted = useMemo(
    () => (route.kind === 'archive' ? [{ id: name, name, vehicleId: route.vehicleId, start: route.start, end: route.end }] : []),
    [route, name],
  )
  const { routes, isLoading } = useRoutes(wanted)
  const asked = routes[0]?.points
  return useMemo(() => {
    if (route.kind === 'points') return route.points
    if (asked === undefined) return isLoading ? null : []
    return asked.map(({ latitude, longitude, gpsTimestamp }) => ({
      latitude,
      longitude,
      timeNs: since(origin, { epochMs: Date.parse(gpsTimestamp) }),
    }))
  }, [route, asked, isLoading, origin])
}

/** Cells asked for each point: the value near a point, not the mean of a kilometre. */
const cellsOfPoint = 4

function useValues(one: PlottedSignal | null, points: readonly RoutePoint[] | null): readonly (number | null)[] | null {
  const client = one?.client
  const signal = one?.signal
  const ask = useMemo(() => {
    const [first, last] = [points?.[0], points?.at(-1)]
    if (client === undefined || signal === undefined || points === null || first === undefined || last === undefined) return null
    const window = { signal: signal.index, fromNs: first.timeNs, toNs: last.timeNs, columns: points.length * cellsOfPoint }
    const times = points.map(({ timeNs }) => timeNs)
    return (stop: AbortSignal) => client.call('tile', window, stop).then((tile) => ({ values: valuesAt(tile, times), signal }))
  }, [client, signal, points])
  const { answer } = useLatest(ask)
  // The values of another signal may still be there.
  const [shown, setShown] = useState<readonly (number | null)[] | null>(null)
  useEffect(() => setShown(answer !== null && answer.signal === signal ? answer.values : null), [answer, signal])
  return shown
}
