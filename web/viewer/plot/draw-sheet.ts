import type uPlot from 'uplot'
import type { Clock } from './clock.ts'
import { secondsOf } from './clock.ts'
import { themeColor } from './use-theme-changes.ts'

/** What the owner of a plot draws on. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D
  readonly x: (timeNs: number) => number
  /** By the number of the axis. */
  readonly y: (value: number, axis: number) => number
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
  // The same places as uPlot's own, for a hundred thousand samples at once.
  const { min: from = 0, max: to = 1 } = plot.scales.x ?? {}
  const pixelsPerSecond = width / (to - from || 1)
  const axes = Object.keys(plot.scales)
    .filter((key) => key !== 'x')
    .map((_key, axis) => {
      const { min = 0, max = 1 } = plot.scales[`y${axis}`] ?? {}
      return { low: min, pixelsPerUnit: height / (max - min || 1) }
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
    y(value, axis) {
      const { low, pixelsPerUnit } = axes[axis] ?? { low: 0, pixelsPerUnit: 1 }
      return top + height - (value - low) * pixelsPerUnit
    },
    color: (name) => themeColor(host, name),
  })
  context.restore()
}
