import type { PlotLayout } from '#contract/layouts.ts'
import type { Marks } from '#web/viewer/plot/marks.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { Search } from '#web/router/search.ts'
import type { Alignment } from './alignment.ts'
import { alignedWithout, alignments } from './alignment.ts'
import { plotText, readPlot } from './plot-text.ts'
import { closed } from './series.ts'
import { since } from './subject.ts'
import type { Plots } from './series.ts'

/** What a view of recordings shows; the address holds it, so that it can be sent to a colleague. */
export interface ViewState {
  readonly plots: Plots
  /** Null: all of the recordings. */
  readonly window: TimeWindow | null
  readonly marks: Marks
  readonly alignment: Alignment
  /** Added to the time of the film that runs beside, nanoseconds. */
  readonly filmOffsetNs: number
}

/** Plots that an address may ask for, and recordings. */
const mostPlots = 40
const mostRecordings = 16

/**
 * `plot=A,B&plot=C&from=12.5&to=30&c1=13&c2=14&align=event&event=1,2&offset=0,0.5`: plots as plot-text.ts has them, seconds
 * since the first recording's origin (`event`: since each one's own). Links from elsewhere may say `at=13`, or `at=` and a
 * moment in ISO 8601: the first cursor, with some room around it. `film=1.5`: seconds that its film begins later.
 */
export function readViewState({ plot, from, to, at, c1, c2, align, event, offset, film }: Search, origin?: Origin): ViewState {
  const plots = (plot === undefined ? [] : [plot].flat()).slice(0, mostPlots).flatMap((text): PlotLayout[] => {
    const read = readPlot(text)
    return read === null ? [] : [read]
  })
  const [fromNs, toNs] = [secondsOf(from), secondsOf(to)]
  const atNs = momentOf(at) ?? dateOf(at, origin)
  return {
    plots,
    window: fromNs < toNs ? { fromNs, toNs } : atNs === null ? null : windowAround(atNs),
    marks: [momentOf(c1) ?? atNs, momentOf(c2)],
    alignment: {
      by: alignments.find((by) => by === align) ?? null,
      events: listOf(event).map(momentOf),
      offsets: listOf(offset).map((text) => momentOf(text) ?? 0),
    },
    filmOffsetNs: momentOf(film) ?? 0,
  }
}

export function writeViewState({ plots, window, marks: [first, second], alignment, filmOffsetNs }: ViewState): Search {
  const { by, events, offsets } = alignment
  return {
    ...(plots.length === 0 ? {} : { plot: plots.map(plotText) }),
    ...(window === null ? {} : { from: seconds(window.fromNs), to: seconds(window.toNs) }),
    ...(first === null ? {} : { c1: seconds(first) }),
    ...(second === null ? {} : { c2: seconds(second) }),
    ...(by === null ? {} : { align: by }),
    ...(events.every((moment) => moment === null)
      ? {}
      : { event: events.map((ns) => (ns === null ? '' : seconds(ns))).join(',') }),
    ...(offsets.every((ns) => ns === 0) ? {} : { offset: offsets.map(seconds).join(',') }),
    ...(filmOffsetNs === 0 ? {} : { film: seconds(filmOffsetNs) }),
  }
}

/** What is left to be shown when a recording is closed; with the first one the times that all stand on go too. */
export function viewWithout({ plots, window, marks, alignment, filmOffsetNs }: ViewState, recording: number): ViewState {
  return {
    plots: closed(plots, recording),
    window: recording === 0 ? null : window,
    marks: recording === 0 ? [null, null] : marks,
    alignment: alignedWithout(alignment, recording),
    filmOffsetNs: recording === 0 ? 0 : filmOffsetNs,
  }
}

const listOf = (text: Search[string] | undefined): string[] =>
  typeof text === 'string' && text !== '' ? text.split(',').slice(0, mostRecordings) : []

const secondsOf = (text: Search[string] | undefined): number =>
  typeof text === 'string' && text.trim() !== '' ? Math.round(Number(text) * 1e9) : NaN

/** Half of what is shown around a moment that somebody jumps to, nanoseconds. */
const halfWindowNs = 15e9

export const windowAround = (timeNs: number): TimeWindow => ({ fromNs: timeNs - halfWindowNs, toNs: timeNs + halfWindowNs })

interface Origin {
  readonly epochMs: number
  readonly nanos: number
}

/** A date and time, since the recording's origin; null where it is none. */
function dateOf(text: Search[string] | undefined, origin: Origin | undefined): number | null {
  if (typeof text !== 'string' || origin === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return null
  const epochMs = Date.parse(text)
  return Number.isNaN(epochMs) ? null : since(origin, { epochMs })
}

function momentOf(text: Search[string] | undefined): number | null {
  const ns = secondsOf(text)
  return Number.isFinite(ns) ? ns : null
}

/** To the microsecond: finer than any screen, and short enough to read. */
const seconds = (ns: number): string => String(Math.round(ns / 1e3) / 1e6)
