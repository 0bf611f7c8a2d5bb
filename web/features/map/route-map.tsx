import { useMemo, useState } from 'react'
import type { LocationPoint } from '#contract/locations.ts'
import { MapView } from '#web/map/map-view.tsx'
import { started, stopped, useSwitches } from './animation.ts'
import { useBaseMap } from './base-map.ts'
import { PartNotice } from './part-notice.tsx'
import type { RoutePart } from './parts.ts'
import { PointFacts } from './point-facts.tsx'

interface RouteMapProps {
  name: string
  points: readonly LocationPoint[]
  total: number
  part: RoutePart
  /** Another part is on its way. */
  isChanging: boolean
  onPart: (part: RoutePart) => void
}

/** One route with its switches, and the facts of the point that is chosen or being passed. */
export function RouteMap({ name, points, total, part, isChanging, onPart }: RouteMapProps) {
  const base = useBaseMap()
  const [{ markers, route, step }, change] = useSwitches(points.length)
  const [chosen, setChosen] = useState<number | null>(null)
  const at = step ?? chosen
  const point = at === null ? undefined : points[at]
  const drawing = useMemo(
    () => ({
      routes: [{ id: 'route', name: '', series: 1 as const, points }],
      pins: [],
      showsLines: route,
      showsMarkers: markers,
      cursor: point ?? null,
    }),
    [points, route, markers, point],
  )
  return (
    <>
      <div className="map-tools" role="toolbar" aria-label="What the map shows">
        <button type="button" className="button" onClick={() => change((old) => ({ ...old, markers: !old.markers }))}>
          {markers ? 'Hide Markers' : 'Show Markers'}
        </button>
        <button type="button" className="button" onClick={() => change((old) => ({ ...old, route: !old.route }))}>
          {route ? 'Hide Route' : 'Show Route'}
        </button>
        <button type="button" className="button" onClick={() => change(step === null ? started : stopped)}>
          {step === null ? 'Animate' : 'Stop'}
        </button>
        <PartNotice {...{ part, total, isChanging, onPart }} shown={points.length} />
      </div>
      <div className="map-room">
        {base === undefined ? (
          <p className="map-wait" role="status">
            Loading Map...
          </p>
        ) : (
          <MapView label={`Map of ${name}`} base={base} drawing={drawing} fit="once" onPoint={({ index }) => setChosen(index)} />
        )}
      </div>
      <div className="map-point">
        <label>
          <span>
            Point <output>{at === null ? '–' : at + 1}</output> of {points.length}
          </span>
          <input
            type="range"
            min={1}
            max={points.length}
            value={(at ?? 0) + 1}
            disabled={step !== null}
            onChange={(event) => setChosen(Number(event.target.value) - 1)}
          />
        </label>
        {point === undefined ? (
          <p className="quiet">Choose a point on the map or with the slider to see its time, speed and accuracy.</p>
        ) : (
          <PointFacts point={point} />
        )}
      </div>
    </>
  )
}
