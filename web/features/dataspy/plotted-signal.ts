import type { PlotLayout, PlottedSeries } from '#contract/layouts.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { SeriesLook } from '#web/viewer/plot/plot-line.ts'
import { seriesLook } from '#web/viewer/plot/plot-line.ts'
import { axesOf } from '#web/viewer/plot/value-axis.ts'
import type { ValueAxis } from '#web/viewer/plot/value-axis.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import type { ListedSignal } from '#web/viewer/tree/tree-rows.ts'
import { refOf } from './series.ts'
import type { Plots } from './series.ts'

/** A signal as it is plotted, with the recording it is of. */
export interface PlottedSignal {
  readonly ref: string
  readonly series: PlottedSeries
  readonly signal: StoredSignal
  readonly client: RecordingClient
  readonly look: SeriesLook
  /** From its recording's time to that of the view. */
  readonly shiftNs: number
  /** Its recording's letter where several are open, else empty. */
  readonly letter: string
}

/** A plot with those of its signals that the recordings have. */
export interface ShownPlot {
  /** Its place among the plots of the view. */
  readonly at: number
  readonly plot: PlotLayout
  readonly numbers: readonly PlottedSignal[]
  readonly states: readonly PlottedSignal[]
  readonly axes: readonly Omit<ValueAxis, 'range'>[]
}

/** A recording that signals are plotted of. */
export interface SignalOrigin {
  readonly client: RecordingClient
  readonly letter: string
  readonly shiftNs: number
}

/** Shown as bands rather than as a line. */
export const isState = (signal: StoredSignal): boolean => signal.kind === 'text' || (signal.coded && signal.names.size > 0)

/** What an axis or a figure of a signal is called in. */
export const unitOf = ({ signal, series }: PlottedSignal): string => (series.raw ? 'raw' : signal.unit)

/** The physical value of what is shown, the raw value or itself: shown * factor + offset. */
export function scaleOf({ signal: { factor, offset }, series }: PlottedSignal): { factor: number; offset: number } {
  return series.raw && factor !== 0 ? { factor, offset } : { factor: 1, offset: 0 }
}

/** What is shown of a physical value. */
export function shownOf(one: PlottedSignal): (value: number) => number {
  const { factor, offset } = scaleOf(one)
  return (value) => (value - offset) / factor
}

export function shownPlots(
  plots: Plots,
  listed: ReadonlyMap<string, ListedSignal>,
  origins: readonly (SignalOrigin | null)[],
): ShownPlot[] {
  let index = 0
  return plots.flatMap((plot, at) => {
    const plotted = plot.series.flatMap((series): PlottedSignal[] => {
      const ref = refOf(series)
      const one = listed.get(ref)
      const origin = origins[series.recording]
      return one && origin ? [{ ref, series, signal: one.signal, look: seriesLook(index++, series.color), ...origin }] : []
    })
    if (plotted.length === 0) return []
    const numbers = plotted.filter(({ signal }) => !isState(signal))
    const axes = axesOf(numbers.map((one) => ({ unit: one.signal.unit, raw: one.series.raw, side: one.series.side })))
    return [
      {
        at,
        plot,
        numbers,
        states: plotted.filter(({ signal }) => isState(signal)),
        axes: axes.map((axis) => ({ ...axis, chosen: plot.ranges.find((range) => range.axis === axis.key) ?? null })),
      },
    ]
  })
}

export const plottedIn = ({ numbers, states }: ShownPlot): readonly PlottedSignal[] => [...numbers, ...states]
