import type { RoutePoint } from './subject.ts'

/** Points of a route that are drawn: as many as a map of this size can show. */
export const mostPoints = 2000

/** Evenly chosen ones, the first and the last among them. */
export function thinned<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  return Array.from({ length: most }, (_, at) => points[Math.round((at * (points.length - 1)) / (most - 1))]).filter(
    (point) => point !== undefined,
  )
}

/** Nobody knows where the vehicle was so long after a point, nanoseconds. */
const longestGapNs = 120e9

/** Where the vehicle was at a moment: between two points on the line from one to the other; null where nobody knows. */
export function placeAt(points: readonly RoutePoint[], timeNs: number): { latitude: number; longitude: number } | null {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle]?.timeNs ?? Infinity) <= timeNs) low = middle + 1
    else high = middle
  }
  const [before, after] = [points[low - 1], points[low]]
  if (before === undefined) return after !== undefined && after.timeNs - timeNs < longestGapNs ? after : null
  if (after === undefined) return timeNs - before.timeNs < longestGapNs ? before : null
  const share = (timeNs - before.timeNs) / (after.timeNs - before.timeNs || 1)
  const turn = after.longitude - before.longitude
  // Over the date line the short way, too.
  const across = turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  return {
    latitude: before.latitude + (after.latitude - before.latitude) * share,
    longitude: before.longitude + across * share,
  }
}
