import { flushSync } from 'react-dom'
import type uPlot from 'uplot'
import { timeOf } from './clock.ts'
import type { PlotGiven } from './plot-frame.tsx'
import { panned, zoomed } from './time-window.ts'
import { rangePanned, rangeZoomed, reachOf } from './value-axis.ts'

/** How much a pixel of the wheel zooms, as an exponent. */
const zoomOfPixel = 0.0022
/** A line of a wheel that counts in lines is some 30 pixels. */
const pixelsOfLine = 30

interface Latest {
  readonly current: PlotGiven
}

/** The mouse over a plot and over its axes. */
export function followHands(plot: uPlot, latest: Latest): void {
  plot.over.addEventListener('wheel', (event) => atOnce(() => turnWheel(event, plot, latest.current)), { passive: false })
  plot.over.addEventListener('click', (event) => {
    const { clock, onPick } = latest.current
    onPick(timeOf(clock, plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x')), event.shiftKey)
  })
  plot.over.addEventListener('dblclick', () => latest.current.onWindow(latest.current.whole))
  const [times, ...values] = plot.root.querySelectorAll<HTMLElement>('.u-axis')
  if (times !== undefined) followTimeAxis(times, plot, latest)
  if (latest.current.axes.length > 0) values.forEach((element, axis) => followValueAxis(element, axis, plot, latest))
}

/** In the frame that the hand's event belongs to: React would leave it to the next one. */
function atOnce(move: () => void): void {
  flushSync(move)
}

const pixelsOf = (event: WheelEvent, delta: number): number => delta * (event.deltaMode === 1 ? pixelsOfLine : 1)

function turnWheel(event: WheelEvent, plot: uPlot, given: PlotGiven): void {
  const { clock, window, whole, onWindow, axes } = given
  event.preventDefault()
  if (event.altKey) {
    for (const axis of axes.keys()) zoomAxis(axis, event, plot, given)
    return
  }
  const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
  const pixels = pixelsOf(event, sideways ? event.deltaX || event.deltaY : event.deltaY)
  if (sideways) return onWindow(panned(window, whole, pixels / plot.over.clientWidth))
  const left = event.clientX - plot.over.getBoundingClientRect().left
  // Two fingers on a pad that spread count few pixels.
  const factor = Math.exp(pixels * zoomOfPixel * (event.ctrlKey ? 5 : 1))
  onWindow(zoomed(window, whole, factor, timeOf(clock, plot.posToVal(left, 'x'))))
}

function zoomAxis(axis: number, event: WheelEvent, plot: uPlot, { axes, onRange }: PlotGiven): void {
  const of = axes[axis]
  if (of === undefined) return
  const around = plot.posToVal(event.clientY - plot.over.getBoundingClientRect().top, `y${axis}`)
  onRange?.(of.key, rangeZoomed(reachOf(of), Math.exp(pixelsOf(event, event.deltaY) * zoomOfPixel), around))
}

/** Turned: closer; pulled: moved; twice clicked: all that is shown. */
function followValueAxis(element: HTMLElement, axis: number, plot: uPlot, latest: Latest): void {
  element.classList.add('plot-axis')
  element.title = 'Turn the wheel to zoom this axis, pull to move it, double click for all'
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      zoomAxis(axis, event, plot, latest.current)
    },
    { passive: false },
  )
  element.addEventListener('dblclick', () => {
    const of = latest.current.axes[axis]
    if (of !== undefined) latest.current.onRange?.(of.key, null)
  })
  pull(element, ({ clientY }) => {
    const of = latest.current.axes[axis]
    if (of === undefined) return null
    const range = reachOf(of)
    return (event) =>
      latest.current.onRange?.(of.key, rangePanned(range, (event.clientY - clientY) / Math.max(1, plot.over.clientHeight)))
  })
}

function followTimeAxis(element: HTMLElement, plot: uPlot, latest: Latest): void {
  element.classList.add('plot-axis', 'time')
  pull(element, ({ clientX }) => {
    const { window, whole } = latest.current
    return (event) =>
      latest.current.onWindow(panned(window, whole, (clientX - event.clientX) / Math.max(1, plot.over.clientWidth)))
  })
}

/** Follows a pointer from where it is pressed until it is let go. */
function pull(element: HTMLElement, begin: (event: PointerEvent) => ((event: PointerEvent) => void) | null): void {
  let moves: ((event: PointerEvent) => void) | null = null
  element.addEventListener('pointerdown', (event) => {
    moves = begin(event)
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => atOnce(() => moves?.(event)))
  for (const end of ['pointerup', 'pointercancel'] as const) element.addEventListener(end, () => (moves = null))
}
