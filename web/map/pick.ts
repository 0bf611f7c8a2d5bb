import type { Drawing, Place } from './drawn.ts'
import { stretchesOf, unwrapped } from './geometry.ts'

interface Pixel {
  readonly x: number
  readonly y: number
}

/** Degrees; a world that is drawn again beside itself has longitudes beyond 180. */
type Degrees = readonly [longitude: number, latitude: number]

/** Near enough to be meant, pixels. */
export const reach = 6
const pinRadius = 7
const markerRadius = 4
const halfLine = 2

/** What somebody points at. */
export interface Pointing {
  /** The pixel. */
  readonly at: Pixel
  /** The place under it. */
  readonly place: Place
  /** Where a place is drawn. */
  readonly project: (place: [longitude: number, latitude: number]) => Pixel
}

/**
 * What is drawn where somebody points: a pin, or else a route, the nearest of each. Reckoned from the drawing and not asked
 * of the map, which knows of nothing while its ground is being drawn anew.
 */
export function drawnAt(drawing: Drawing, pointing: Pointing): { kind: 'pin' | 'route'; id: string } | null {
  const pins = [...drawing.pins, ...startsOf(drawing)].map(({ id, longitude, latitude }) => ({
    id,
    distance: distanceTo([[longitude, latitude]], pointing),
  }))
  const pin = nearest(pins, pinRadius + reach)
  if (pin !== null) return { kind: 'pin', id: pin }
  const route = nearest(
    [
      ...(drawing.showsLines ? drawing.routes.flatMap((one) => linesOf(one, pointing)) : []),
      ...(drawing.showsMarkers ? drawing.routes.flatMap((one) => markersOf(one, pointing)) : []),
    ],
    reach,
  )
  return route === null ? null : { kind: 'route', id: route }
}

interface Near {
  readonly id: string
  /** Pixels to its edge. */
  readonly distance: number
}

function nearest(all: readonly Near[], within: number): string | null {
  let best: Near | null = null
  for (const one of all) if (one.distance <= within && (best === null || one.distance < best.distance)) best = one
  return best?.id ?? null
}

const startsOf = ({ routes, showsLines }: Drawing) =>
  (showsLines ? routes : []).flatMap(({ id, name, points: [first] }) =>
    first === undefined || name === '' ? [] : [{ id, ...first }],
  )

function linesOf(route: Drawing['routes'][number], pointing: Pointing): Near[] {
  const places = unwrapped(route.points)
  return stretchesOf(route).map(({ from, to }) => ({
    id: route.id,
    distance: distanceTo(places.slice(from, to + 1), pointing) - halfLine,
  }))
}

const markersOf = (route: Drawing['routes'][number], pointing: Pointing): Near[] =>
  unwrapped(route.points).map((place) => ({ id: route.id, distance: distanceTo([place], pointing) - markerRadius }))

/** Pixels to a line, or to a single place, in that copy of the world where somebody points. */
function distanceTo(line: readonly Degrees[], { at, place, project }: Pointing): number {
  let best = Infinity
  let before: Pixel | undefined
  let turned = 0
  for (const [longitude, latitude] of line) {
    if (before === undefined) turned = Math.round((place.longitude - longitude) / 360) * 360
    const here = project([longitude + turned, latitude])
    best = Math.min(best, before === undefined ? Math.hypot(at.x - here.x, at.y - here.y) : toPiece(at, before, here))
    before = here
  }
  return best
}

function toPiece(at: Pixel, from: Pixel, to: Pixel): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length))
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy)
}
