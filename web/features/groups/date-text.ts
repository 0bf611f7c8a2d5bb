import { formatMoment } from '#web/format/time.ts'

/** How dates are typed and shown in pickers: yyyy/MM/dd HH:mm:ss, in the user's zone. */
export const dateHint = 'yyyy/MM/dd HH:mm:ss'

const typed = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

export type ReadDate = { kind: 'none' } | { kind: 'moment'; iso: string } | { kind: 'wrong' }

/** Time of day when only a date was typed: a range covers whole days. */
const wholeDay = { start: [0, 0, 0], end: [23, 59, 59] } as const

/**
 * Reads what was typed as a moment in a zone. A time that the change to summer time skips means as much later as the
 * clocks went forward; one that comes twice means the first. Needs Temporal (format/temporal.ts).
 */
export function readDate(text: string, zone: string, side: 'start' | 'end'): ReadDate {
  const given = text.trim()
  if (given === '') return { kind: 'none' }
  const found = typed.exec(given)
  if (found === null) return { kind: 'wrong' }
  const [year, month, day] = found.slice(1, 4).map(Number)
  const [hour, minute, second] = found[4] === undefined ? wholeDay[side] : found.slice(4, 7).map((part) => Number(part ?? 0))
  try {
    const zoned = Temporal.ZonedDateTime.from(
      { timeZone: zone, year: year ?? 0, month: month ?? 0, day: day ?? 0, hour, minute, second },
      { overflow: 'reject', disambiguation: 'compatible' },
    )
    return { kind: 'moment', iso: new Date(zoned.epochMilliseconds).toISOString() }
  } catch (raised) {
    if (raised instanceof RangeError) return { kind: 'wrong' }
    throw raised
  }
}

/** A stored moment as the pickers show it; the empty text for none. */
export const dateText = (iso: string | null, zone: string): string => formatMoment(iso, zone)?.replaceAll('-', '/') ?? ''

const minuteMs = 60_000

/** The latest start: one minute before the end, or before now. */
export const latestStart = (end: string | null, now: number): number =>
  Math.min(end === null ? now : Date.parse(end), now) - minuteMs

export interface DateErrors {
  start: string | null
  end: string | null
}

const noDate = `Use ${dateHint}`

/** What is wrong with a typed range; nulls when it may be searched. */
export function dateErrors(start: ReadDate, end: ReadDate, now: number): DateErrors {
  const errors: DateErrors = { start: start.kind === 'wrong' ? noDate : null, end: end.kind === 'wrong' ? noDate : null }
  if (end.kind === 'moment' && Date.parse(end.iso) > endLimit(now)) errors.end = 'End Date cannot be in the future'
  if (start.kind === 'moment' && Date.parse(start.iso) > latestStart(null, now))
    errors.start = 'Start Date must be at least one minute ago'
  if (start.kind === 'moment' && end.kind === 'moment' && end.iso < start.iso)
    errors.end = 'End Date should be later than Start Date'
  return errors
}

/** "Until today 23:59:59" is how people say "until now": the rest of the running minute is let pass, no more. */
const endLimit = (now: number) => now + minuteMs

/** A moment that a picker offered, held within the limits. */
export function withinLimits(iso: string, side: 'start' | 'end', other: string | null, now: number): string {
  const wanted = Date.parse(iso)
  if (side === 'start') return new Date(Math.min(wanted, latestStart(other, now))).toISOString()
  return new Date(Math.max(Math.min(wanted, now), other === null ? Number.NEGATIVE_INFINITY : Date.parse(other))).toISOString()
}

/** What is wrong with a range of dates that may also lie in the future. */
export function rangeProblems({ start, end }: Readonly<Record<'start' | 'end', { readonly read: ReadDate }>>): DateErrors {
  const wrong = `Use ${dateHint}`
  if (start.read.kind === 'moment' && end.read.kind === 'moment' && end.read.iso < start.read.iso)
    return { start: null, end: 'End Date should be later than Start Date' }
  return { start: start.read.kind === 'wrong' ? wrong : null, end: end.read.kind === 'wrong' ? wrong : null }
}
