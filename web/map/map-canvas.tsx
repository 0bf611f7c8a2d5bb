import { GeoJSONSource, Map as LibraryMap, NavigationControl, ScaleControl, setWorkerUrl } from 'maplibre-gl'
import type { MapGeoJSONFeature, MapMouseEvent, StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useEffect, useRef, useState } from 'react'
import { useColorScheme } from '#web/theme/color-scheme.ts'
import type { BaseMap } from './base-map.ts'
import type { ChosenPoint, Drawing } from './drawn.ts'
import { drawnSources, withDrawing } from './drawing-style.ts'
import { featuresOf } from './features.ts'
import { useFineCoasts } from './fine-coasts.ts'
import { cornersOf, isOnePlace, nearestPoint } from './geometry.ts'
import { groundOf } from './ground.ts'
import './map.css'
import { readPalette } from './palette.ts'
import { drawnAt, reach } from './pick.ts'

setWorkerUrl(workerUrl)

/** Of a single place. */
const placeZoom = 16
/** Pixels kept free around what is fitted. */
const margin = 48

export interface MapCanvasProps {
  /** What a screen reader calls it. */
  label: string
  base: BaseMap
  drawing: Drawing
  /** The map is moved to show everything when this changes, not when the drawing does. */
  fit: string
  /** Only this route is fitted. */
  focus?: string | null
  /** How close the map goes by itself; a single place is shown at this zoom. */
  closest?: number
  onPoint?: (chosen: ChosenPoint) => void
  onPin?: (id: string) => void
}

/** A map that can be moved, drawn by MapLibre. Busy until its ground and drawing are on the screen. */
export function MapCanvas({ label, base, drawing, fit, focus = null, closest = placeZoom, onPoint, onPin }: MapCanvasProps) {
  const container = useRef<HTMLDivElement>(null)
  const map = useRef<LibraryMap>(null)
  const scheme = useColorScheme()
  const [isBusy, setBusy] = useState(true)
  const [problem, setProblem] = useState<string | null>(null)
  const [isStyled, setStyled] = useState(false)
  const latest = useRef({ drawing, onPoint, onPin })
  latest.current = { drawing, onPoint, onPin }

  useEffect(() => {
    if (container.current === null) return
    const made = new LibraryMap({
      container: container.current,
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      renderWorldCopies: true,
      center: [10, 30],
      zoom: 1,
      maxZoom: 20,
      locale: { 'Map.Title': label },
      fadeDuration: 0,
    })
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    made.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-left')
    // a map without its ground is idle, too
    made.on('idle', () => made.getSource('lines') && setBusy(false))
    made.on('error', ({ error }) => setProblem(error.message))
    made.on('click', (event) => choose(made, event, latest.current))
    made.on('mousemove', (event) => {
      made.getCanvas().style.cursor = under(made, event).length > 0 ? 'pointer' : ''
    })
    map.current = made
    return () => {
      map.current = null
      made.remove()
    }
  }, [label])

  // The ground, again in the colours of another theme.
  useEffect(() => {
    const made = map.current
    let isWanted = true
    if (made === null) return
    const palette = readPalette()
    const over = (_before: unknown, ground: StyleSpecification) =>
      withDrawing(ground, featuresOf(latest.current.drawing, palette), palette)
    groundOf(base, palette).then(
      (ground) => {
        if (!isWanted) return
        made.once('styledata', () => setStyled(true))
        made.setStyle(ground, { diff: false, transformStyle: over })
      },
      (raised: unknown) => isWanted && setProblem(raised instanceof Error ? raised.message : String(raised)),
    )
    return () => {
      isWanted = false
    }
  }, [base, scheme, label])

  useFineCoasts(map, base, !isBusy)

  useEffect(() => {
    if (!isStyled || map.current === null) return
    const features = featuresOf(drawing, readPalette())
    for (const name of drawnSources) {
      const source = map.current.getSource(name)
      if (source instanceof GeoJSONSource) void source.setData(features[name])
    }
  }, [drawing, isStyled, scheme])

  useEffect(() => {
    const { routes, pins } = latest.current.drawing
    const corners = cornersOf(focus === null ? { routes, pins } : { routes: routes.filter(({ id }) => id === focus), pins: [] })
    if (map.current === null || corners === null) return
    const { west, south, east, north } = corners
    if (isOnePlace(corners)) map.current.jumpTo({ center: [west, south], zoom: closest })
    else map.current.fitBounds([west, south, east, north], { padding: margin, maxZoom: closest, animate: false })
  }, [fit, focus, closest, label])

  return (
    <div className="map-box" aria-busy={isBusy}>
      <div ref={container} className="map-canvas" />
      {problem === null ? null : (
        <p className="map-problem" role="status">
          A part of the map could not be loaded: {problem}
        </p>
      )}
    </div>
  )
}

const under = (map: LibraryMap, { point: { x, y } }: MapMouseEvent): MapGeoJSONFeature[] => {
  const layers = ['pins', 'markers', 'lines'].filter((layer) => map.getLayer(layer) !== undefined)
  if (layers.length === 0) return []
  return map.queryRenderedFeatures(
    [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ],
    { layers },
  )
}

function choose(
  map: LibraryMap,
  event: MapMouseEvent,
  { drawing, onPoint, onPin }: Pick<MapCanvasProps, 'drawing' | 'onPoint' | 'onPin'>,
): void {
  const place = { latitude: event.lngLat.lat, longitude: event.lngLat.lng }
  const found = drawnAt(drawing, { at: event.point, place, project: (one) => map.project(one) })
  if (found === null) return
  if (found.kind === 'pin') return onPin?.(found.id)
  const route = drawing.routes.find(({ id }) => id === found.id)
  if (route !== undefined) onPoint?.({ routeId: found.id, index: nearestPoint(route.points, place) })
}
