import { clockOf } from '#web/viewer/plot/clock.ts'
import type { Clock } from '#web/viewer/plot/clock.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { since } from './subject.ts'

/*
 * How several recordings stand on one time line: that of the first, nanoseconds since its origin. A recording's shift is
 * what is added to its own times.
 */

/** By date and time; by the time of day, whatever the day; by their starts; by a moment that was chosen in each. */
export type AlignBy = 'date' | 'day' | 'start' | 'event'
export const alignments: readonly AlignBy[] = ['date', 'day', 'start', 'event']

export interface Alignment {
  /** Null: by date where they overlap, else by their starts. */
  readonly by: AlignBy | null
  /** The chosen moment of each recording, in its own time; null: none yet. */
  readonly events: readonly (number | null)[]
  /** Added to each by hand, nanoseconds. */
  readonly offsets: readonly number[]
}

export const plainAlignment: Alignment = { by: null, events: [], offsets: [] }

export interface Aligned {
  readonly origin: { readonly epochMs: number; readonly nanos: number }
  readonly whole: TimeWindow | null
}

const dayNs = 86_400e9

export function alignedBy(recordings: readonly (Aligned | null)[], { by }: Alignment): AlignBy {
  if (by !== null) return by
  const spans = recordings.flatMap((one) => {
    const [first] = recordings
    if (!one?.whole || !first) return []
    const shift = since(first.origin, one.origin)
    return [{ fromNs: one.whole.fromNs + shift, toNs: one.whole.toNs + shift }]
  })
  const latestStart = Math.max(...spans.map(({ fromNs }) => fromNs))
  return latestStart <= Math.min(...spans.map(({ toNs }) => toNs)) || spans.length < 2 ? 'date' : 'start'
}

/** The shift of each recording; the first stays where it is, and one that is not open yet too. */
export function shiftsOf(recordings: readonly (Aligned | null)[], alignment: Alignment, zone: string): number[] {
  const [first] = recordings
  const by = alignedBy(recordings, alignment)
  return recordings.map((one, at) => {
    if (at === 0 || !one || !first) return 0
    return (
      shiftOf(first, one, { by, first: alignment.events[0] ?? null, own: alignment.events[at] ?? null, zone }) +
      (alignment.offsets[at] ?? 0)
    )
  })
}

interface Question {
  readonly by: AlignBy
  /** Chosen moments of the first recording and of this one. */
  readonly first: number | null
  readonly own: number | null
  readonly zone: string
}

function shiftOf(first: Aligned, one: Aligned, { by, first: event, own, zone }: Question): number {
  const toStart = (first.whole?.fromNs ?? 0) - (one.whole?.fromNs ?? 0)
  switch (by) {
    case 'date':
      return since(first.origin, one.origin)
    case 'day': {
      const clocks = (clockOf(one.origin, zone).originSeconds - clockOf(first.origin, zone).originSeconds) * 1e9
      // The day on which it begins nearest to the first one.
      return Math.round(clocks + Math.round((toStart - clocks) / dayNs) * dayNs)
    }
    case 'start':
      return toStart
    case 'event':
      return event === null || own === null ? toStart : event - own
  }
}

/** What all of them reach over together. */
export function wholeOf(recordings: readonly (Aligned | null)[], shifts: readonly number[]): TimeWindow | null {
  const spans = recordings.flatMap((one, at) => {
    const shift = shifts[at] ?? 0
    return one?.whole ? [{ fromNs: one.whole.fromNs + shift, toNs: one.whole.toNs + shift }] : []
  })
  if (spans.length === 0) return null
  return { fromNs: Math.min(...spans.map(({ fromNs }) => fromNs)), toNs: Math.max(...spans.map(({ toNs }) => toNs)) }
}

/** The wall clock of the first recording; where days differ seconds since the common start or event. */
export function clockOfAll(recordings: readonly (Aligned | null)[], alignment: Alignment, zone: string): Clock {
  const [first] = recordings
  if (!first) return { originSeconds: 0 }
  const by = alignedBy(recordings, alignment)
  if (recordings.length < 2 || by === 'date' || by === 'day') return clockOf(first.origin, zone)
  const zero = (by === 'event' ? alignment.events[0] : null) ?? first.whole?.fromNs ?? 0
  return { originSeconds: -zero / 1e9, relative: true }
}

/** Without a recording that was closed. */
export const alignedWithout = ({ by, events, offsets }: Alignment, at: number): Alignment => ({
  by,
  events: events.toSpliced(at, 1),
  offsets: offsets.toSpliced(at, 1),
})

/** One of a list set; what comes before it is filled up. */
export const withAt = <Value>(list: readonly Value[], at: number, value: Value, empty: Value): Value[] =>
  Array.from({ length: Math.max(list.length, at + 1) }, (_, i) => (i === at ? value : (list[i] ?? empty)))
