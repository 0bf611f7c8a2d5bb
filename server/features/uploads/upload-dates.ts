/** Loggers that have lost their clock begin in 1970 or 1980; nothing that is uploaded today was recorded before this. */
const earliest = Date.parse('2000-01-01T00:00:00Z')
/** Clocks that are a little ahead, and zones that somebody forgot, are no reason to disbelieve. Milliseconds. */
const tolerance = 24 * 60 * 60 * 1000

export interface Span {
  readonly start: Date
  readonly end: Date
}

/** Whether a time stated by a device or found in a file can be true, given when the server received it. */
export function isPlausible(time: Date, received: Date): boolean {
  return time.getTime() >= earliest && time.getTime() <= received.getTime() + tolerance
}

function plausibleSpan(span: Partial<Span> | undefined, received: Date): Span | undefined {
  const start = span?.start
  const end = span?.end ?? start
  if (start === undefined || end === undefined || end < start) return undefined
  return isPlausible(start, received) && isPlausible(end, received) ? { start, end } : undefined
}

/**
 * The dates that an upload is found by: as stated; else as its recordings say; else when it came. A wrong clock never
 * loses anything: what was stated is kept beside, and the order is that of arrival.
 */
export function datesOf(given: { stated: Partial<Span>; recordings: readonly Span[]; received: Date }): Span {
  const { received } = given
  const stated = plausibleSpan(given.stated, received)
  if (stated !== undefined) return stated
  const spans = given.recordings.flatMap((span) => plausibleSpan(span, received) ?? [])
  if (spans.length === 0) return { start: received, end: received }
  return {
    start: new Date(Math.min(...spans.map(({ start }) => start.getTime()))),
    end: new Date(Math.max(...spans.map(({ end }) => end.getTime()))),
  }
}
