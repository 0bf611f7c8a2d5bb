/** Half of what the viewer shows of a point of a route, seconds. */
const halfSeconds = 15

/** The window around a moment as the viewer's address holds it: seconds since the recording's origin, not before it. */
export function windowAround(moment: string, origin: { readonly epochMs: number }): { from: string; to: string } {
  const at = (Date.parse(moment) - origin.epochMs) / 1000
  const from = Math.max(at - halfSeconds, 0)
  return { from: String(Math.round(from * 1000) / 1000), to: String(Math.round((from + 2 * halfSeconds) * 1000) / 1000) }
}
