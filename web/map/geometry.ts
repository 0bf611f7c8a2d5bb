import type { Drawing, DrawnRoute, Place } from './drawn.ts'

/** South-west and north-east corner; `east` may pass 180 where the places lie on both sides of the date line. */
export interface Corners {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Longitudes without the jump at the date line: neighbours never lie more than half a world apart. */
export function unwrapped(places: readonly Place[]): [longitude: number, latitude: number][] {
  let turns = 0
  let before: number | undefined
  return places.map(({ longitude, latitude }) => {
    if (before !== undefined) {
      if (longitude - before > 180) turns -= 360
      else if (longitude - before < -180) turns += 360
    }
    before = longitude
    return [longitude + turns, latitude]
  })
}

/** Everything that is drawn; null without a single place. The smaller way round the world is taken. */
export function cornersOf({ routes, pins }: Pick<Drawing, 'routes' | 'pins'>): Corners | null {
  const places = [
    ...routes.flatMap(({ points }) => unwrapped(points)),
    ...pins.map(({ longitude, latitude }) => [longitude, latitude] as const),
  ]
  if (places.length === 0) return null
  const latitudes = places.map(([, latitude]) => latitude)
  const plain = places.map(([longitude]) => longitude)
  const turned = plain.map((longitude) => (longitude < 0 ? longitude + 360 : longitude))
  const longitudes = spread(turned) < spread(plain) ? turned : plain
  return { west: least(longitudes), south: least(latitudes), east: most(longitudes), north: most(latitudes) }
}

// not Math.min(...): a route may have more points than a call may have arguments
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity)
const spread = (values: readonly number[]) => most(values) - least(values)

/** Whether all of it is one place: then there is nothing to fit. */
export const isOnePlace = ({ west, south, east, north }: Corners): boolean => east - west < 1e-6 && north - south < 1e-6

/** The lines of a route: one for each stretch without a break, with the places of its points. */
export function stretchesOf({ points, breaks }: DrawnRoute): { from: number; to: number }[] {
  const starts = [0, ...[...(breaks ?? [])].filter((at) => at > 0 && at < points.length).toSorted((a, b) => a - b)]
  return starts.map((from, at) => ({ from, to: (starts[at + 1] ?? points.length) - 1 })).filter(({ from, to }) => to >= from)
}

/** Which point of a route lies nearest to a place, by distance on the ground. */
export function nearestPoint(points: readonly Place[], { latitude, longitude }: Place): number {
  const shrink = Math.cos((latitude * Math.PI) / 180)
  let best = 0
  let bestDistance = Infinity
  points.forEach((point, index) => {
    const across = (((point.longitude - longitude + 540) % 360) - 180) * shrink
    const distance = across ** 2 + (point.latitude - latitude) ** 2
    if (distance < bestDistance) [best, bestDistance] = [index, distance]
  })
  return best
}
