import type uPlot from 'uplot'
import type { Clock } from './clock.ts'
import { secondsOf } from './clock.ts'
import type { TimeWindow } from './time-window.ts'
import { themeColor } from './use-theme-changes.ts'
import type { ValueRange } from './value-range.ts'

/** What the owner of a plot draws on. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D
  readonly x: (timeNs: number) => number
  /** From the left of the box to its right. */
  readonly window: TimeWindow
  /** Of each axis, from the bottom of the box to its top. */
  readonly ranges: readonly ValueRange[]
  readonly box: { left: number; top: number; width: number; height: number }
  readonly ratio: number
  readonly color: (name: `--${string}`) => string
}

const fontOf = (ratio: number) => `${11 * ratio}px "Inter Variable", system-ui, sans-serif`

/** Lets `draw` draw what is within the axes. */
export function drawInto(plot: uPlot, host: Element, clock: Clock, draw: (sheet: Sheet) => void): void {
  const { left, top, width, height } = plot.bbox
  const context = plot.ctx
  const ratio = devicePixelRatio
  // The same places as uPlot's own.
  const { min: from = 0, max: to = 1 } = plot.scales.x ?? {}
  const pixelsPerSecond = width / (to - from || 1)
  const ranges = Object.keys(plot.scales)
    .filter((key) => key !== 'x')
    .map((_key, axis): ValueRange => {
      const { min, max } = plot.scales[`y${axis}`] ?? {}
      return min == null || max == null || min === max ? { low: 0, high: 1 } : { low: min, high: max }
    })
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.font = fontOf(ratio)
  draw({
    context,
    ratio,
    box: { left, top, width, height },
    x: (timeNs) => left + (secondsOf(clock, timeNs) - from) * pixelsPerSecond,
    window: { fromNs: (from - clock.originSeconds) * 1e9, toNs: (to - clock.originSeconds) * 1e9 },
    ranges,
    color: (name) => themeColor(host, name),
  })
  context.restore()
}
