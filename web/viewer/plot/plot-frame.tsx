import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Clock } from './clock.ts'
import { clockText, secondsOf } from './clock.ts'
import type { Cursor } from './cursor.ts'
import type { Sheet } from './draw-sheet.ts'
import { makePlot, cornersOf, pointAt } from './make-plot.ts'
import { MarkLines } from './mark-lines.tsx'
import type { Marks } from './marks.ts'
import './plot.css'
import { SpanBands } from './span-bands.tsx'
import type { TimeSpan } from './time-spans.ts'
import { placedSpans } from './time-spans.ts'
import type { TimeWindow } from './time-window.ts'
import { useThemeChanges } from './use-theme-changes.ts'
import { useWidth } from './use-width.ts'
import type { Room, ValueAxis } from './value-axis.ts'
import type { ValueRange } from './value-range.ts'

export interface PlotSurroundings {
  readonly clock: Clock
  readonly whole: TimeWindow
  readonly window: TimeWindow
  readonly cursor: Cursor
  /** The two placed cursors. */
  readonly marks: Marks
  /** Named stretches that are drawn behind everything. */
  readonly spans: readonly TimeSpan[]
  readonly room: Room
  readonly onWindow: (window: TimeWindow) => void
  readonly onMark: (place: 0 | 1, timeNs: number) => void
  /** A click on a moment; `second`: with Shift. */
  readonly onPick: (timeNs: number, second: boolean) => void
}

export interface PlotGiven extends PlotSurroundings {
  /** What it shows, for people who do not see it. */
  label: string
  height: number
  /** None for bands. */
  axes: readonly ValueAxis[]
  draw: (sheet: Sheet) => void
  /** Somebody turned or pulled an axis; null: back to all that is shown. */
  onRange?: (axis: string, range: ValueRange | null) => void
}

/**
 * Axes, cursors, zoom and pan of one plot; what is in it is drawn by its owner. uPlot keeps the axes and the cursor: the
 * data are only the corners of the window, for signals do not share their times.
 */
export function PlotFrame(given: PlotGiven) {
  const { label, height, axes, window, room, marks, spans, onMark } = given
  const { element, width } = useWidth<HTMLDivElement>()
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(given)
  latest.current = given
  const plot = useRef<uPlot>(null)
  const shape = [room.left, room.right, ...axes.map(({ key, side }) => `${side} ${key}`)].join('\n')

  useEffect(() => {
    const into = host.current
    if (into === null || width === 0) return
    const made = makePlot(into, { width, height, latest })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [width, height, shape])

  // In the same frame as the hand that moved the window.
  useLayoutEffect(() => {
    plot.current?.setData(cornersOf(latest.current))
    // The moment stays, wherever the window went.
    if (plot.current !== null) pointAt(plot.current, latest.current)
  })
  useThemeChanges(useMemo(() => () => plot.current?.redraw(false, true), []))
  useEffect(
    () =>
      given.cursor.subscribe((from) => {
        const made = plot.current
        if (made === null || from === made) return
        pointAt(made, latest.current)
      }),
    [given.cursor],
  )
  const span = `${clockText(secondsOf(given.clock, window.fromNs), 1, given.clock)} to ${clockText(secondsOf(given.clock, window.toNs), 1, given.clock)}`
  return (
    <div ref={element} className="plot-frame" style={{ height }}>
      <div ref={host} role="img" aria-label={`${label}, ${span}`} />
      <SpanBands placed={placedSpans(spans, window)} left={room.left} width={width - room.left - room.right} />
      <MarkLines marks={marks} window={window} left={room.left} width={width - room.left - room.right} onMark={onMark} />
    </div>
  )
}
