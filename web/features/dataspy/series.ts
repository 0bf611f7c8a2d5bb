import type { PlotLayout, PlottedSeries } from '#contract/layouts.ts'

/* What the viewer plots, and how it is changed. All functions give new lists; a signal is plotted once at most. */

export type Plots = readonly PlotLayout[]

/** A signal of one of the open recordings, as one word. */
export const refOf = ({ recording, signal }: Pick<PlottedSeries, 'recording' | 'signal'>): string => `${recording}~${signal}`

export function seriesOf(ref: string): PlottedSeries {
  const cut = ref.indexOf('~')
  return plainSeries(Number(ref.slice(0, cut)), ref.slice(cut + 1))
}

export const plainSeries = (recording: number, signal: string): PlottedSeries => ({
  recording,
  signal,
  color: null,
  raw: false,
  line: 'line',
  width: 1,
  side: null,
})

export const plainPlot = (series: readonly PlottedSeries[]): PlotLayout => ({ series: [...series], height: null, ranges: [] })

const holds = ({ series }: PlotLayout, ref: string): boolean => series.some((one) => refOf(one) === ref)

/** A signal plotted, or taken away when it is; `together`: into the last plot. */
export function toggled(plots: Plots, ref: string, together: boolean): Plots {
  if (plots.some((plot) => holds(plot, ref))) return without(plots, ref)
  return placed(plots, ref, together ? plots.length - 1 : plots.length)
}

/** A signal in the plot at a place, or in a new one at the end; as it looks where it was before. */
export function placed(plots: Plots, ref: string, at: number): Plots {
  if (plots[at] && holds(plots[at], ref)) return plots
  const series = plots.flatMap((plot) => plot.series).find((one) => refOf(one) === ref) ?? seriesOf(ref)
  const target = plots[at]
  const joined = plots.map((plot) => {
    const others = plot.series.filter((one) => refOf(one) !== ref)
    return { ...plot, series: plot === target ? [...others, series] : others }
  })
  const kept = joined.filter((plot) => plot.series.length > 0)
  return target === undefined ? [...kept, plainPlot([series])] : kept
}

export const without = (plots: Plots, ref: string): Plots =>
  plots
    .map((plot) => (holds(plot, ref) ? { ...plot, series: plot.series.filter((one) => refOf(one) !== ref) } : plot))
    .filter(({ series }) => series.length > 0)

export const restyled = (plots: Plots, ref: string, look: Partial<PlottedSeries>): Plots =>
  plots.map((plot) =>
    holds(plot, ref) ? { ...plot, series: plot.series.map((one) => (refOf(one) === ref ? { ...one, ...look } : one)) } : plot,
  )

/** The plot at one place put at another. */
export function reordered(plots: Plots, from: number, to: number): Plots {
  const moved = plots[from]
  if (moved === undefined || to < 0 || to >= plots.length || from === to) return plots
  return plots.toSpliced(from, 1).toSpliced(to, 0, moved)
}

const changedAt = (plots: Plots, at: number, change: (plot: PlotLayout) => PlotLayout): Plots =>
  plots.map((plot, place) => (place === at ? change(plot) : plot))

/** Least and most pixels of a plot. */
export const plotHeights = { least: 90, most: 900 } as const

export const resized = (plots: Plots, at: number, height: number): Plots =>
  changedAt(plots, at, (plot) => ({
    ...plot,
    height: Math.round(Math.min(plotHeights.most, Math.max(plotHeights.least, height))),
  }))

/** An axis with a range that was chosen; null: all that is shown. */
export const ranged = (plots: Plots, at: number, axis: string, range: { low: number; high: number } | null): Plots =>
  changedAt(plots, at, (plot) => {
    const others = plot.ranges.filter((one) => one.axis !== axis)
    return { ...plot, ranges: range === null ? others : [...others, { axis, ...range }] }
  })

export const autoscaled = (plots: Plots, at: number): Plots => changedAt(plots, at, (plot) => ({ ...plot, ranges: [] }))

/** Without the signals of a recording that was closed; those after it move up. */
export const closed = (plots: Plots, recording: number): Plots =>
  plots
    .map((plot) => ({
      ...plot,
      series: plot.series
        .filter((one) => one.recording !== recording)
        .map((one) => (one.recording > recording ? { ...one, recording: one.recording - 1 } : one)),
    }))
    .filter(({ series }) => series.length > 0)
