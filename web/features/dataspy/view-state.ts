import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { Search } from '#web/router/search.ts'

/** What a view of a recording shows; the address holds it, so that it can be sent to a colleague. */
export interface ViewState {
  /** Keys of the signals of each plot, from the top. */
  readonly plots: readonly (readonly string[])[]
  /** Null: the whole recording. */
  readonly window: TimeWindow | null
}

/** Plots that an address may ask for. */
const mostPlots = 40

/** `plot=A,B&plot=C&from=12.5&to=30`: keys with their commas encoded, seconds since the recording's origin. */
export function readViewState({ plot, from, to }: Search): ViewState {
  const plots = (plot === undefined ? [] : [plot].flat())
    .slice(0, mostPlots)
    .map((keys) => keys.split(',').flatMap((key) => decoded(key)))
  const [fromNs, toNs] = [secondsOf(from), secondsOf(to)]
  return { plots: plots.filter((keys) => keys.length > 0), window: fromNs < toNs ? { fromNs, toNs } : null }
}

export function writeViewState({ plots, window }: ViewState): Search {
  return {
    ...(plots.length === 0 ? {} : { plot: plots.map((keys) => keys.map(encoded).join(',')) }),
    ...(window === null ? {} : { from: seconds(window.fromNs), to: seconds(window.toNs) }),
  }
}

/** A signal plotted, or taken away when it is; `together`: into the last plot. */
export function toggled(plots: ViewState['plots'], key: string, together: boolean): ViewState['plots'] {
  if (plots.some((keys) => keys.includes(key))) return without(plots, key)
  const last = plots.at(-1)
  return together && last !== undefined ? [...plots.slice(0, -1), [...last, key]] : [...plots, [key]]
}

export const without = (plots: ViewState['plots'], key: string): ViewState['plots'] =>
  plots.map((keys) => keys.filter((held) => held !== key)).filter((keys) => keys.length > 0)

const secondsOf = (text: Search[string] | undefined): number =>
  typeof text === 'string' && text.trim() !== '' ? Math.round(Number(text) * 1e9) : NaN

/** To the microsecond: finer than any screen, and short enough to read. */
const seconds = (ns: number): string => String(Math.round(ns / 1e3) / 1e6)

const encoded = (key: string): string => key.replace(/[%,]/g, encodeURIComponent)

function decoded(key: string): string[] {
  try {
    const text = decodeURIComponent(key)
    return text === '' ? [] : [text]
  } catch {
    return []
  }
}
