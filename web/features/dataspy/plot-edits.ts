import type { PlottedSeries } from '#contract/layouts.ts'
import type { ValueRange } from '#web/viewer/plot/value-range.ts'
import { autoscaled, placed, ranged, reordered, resized, restyled, without } from './series.ts'
import type { Plots } from './series.ts'

/** What hands do to plots; `at` is a plot's place. */
export interface PlotEdits {
  readonly remove: (ref: string) => void
  readonly restyle: (ref: string, look: Partial<PlottedSeries>) => void
  /** Into the plot at a place; one past the last makes a new one. */
  readonly place: (ref: string, at: number) => void
  readonly reorder: (from: number, to: number) => void
  readonly resize: (at: number, height: number) => void
  readonly range: (at: number, axis: string, range: ValueRange | null) => void
  readonly autoscale: (at: number) => void
  readonly removePlot: (at: number) => void
}

export function editsOf(change: (how: (plots: Plots) => Plots) => void): PlotEdits {
  return {
    remove: (ref) => change((plots) => without(plots, ref)),
    restyle: (ref, look) => change((plots) => restyled(plots, ref, look)),
    place: (ref, at) => change((plots) => placed(plots, ref, at)),
    reorder: (from, to) => change((plots) => reordered(plots, from, to)),
    resize: (at, height) => change((plots) => resized(plots, at, height)),
    range: (at, axis, range) => change((plots) => ranged(plots, at, axis, range)),
    autoscale: (at) => change((plots) => autoscaled(plots, at)),
    removePlot: (at) => change((plots) => plots.toSpliced(at, 1)),
  }
}
