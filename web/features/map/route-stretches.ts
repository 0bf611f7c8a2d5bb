import type { LocationPoint } from '#contract/locations.ts'

/** Longer than this without a point, and the vehicle may have been anywhere in between. Milliseconds. */
const longestGapMs = 10 * 60_000

/**
 * Where a new line begins: after a gap that is long, and much longer than the points of this route usually are apart
 * (a route that is thinned has points far apart everywhere).
 */
export function breaksOf(points: readonly LocationPoint[]): ReadonlySet<number> {
  const times = points.map(({ gpsTimestamp }) => Date.parse(gpsTimestamp))
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const longest = Math.max(longestGapMs, usual * 5)
  return new Set(gaps.flatMap((gap, at) => (gap > longest ? [at + 1] : [])))
}
