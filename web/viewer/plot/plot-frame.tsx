import { useEffect, useMemo, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Clock } from './clock.ts'
import { clockText, secondsOf, timeOf, timeSteps } from './clock.ts'
import type { Cursor } from './cursor.ts'
import './plot.css'
import type { TimeWindow } from './time-window.ts'
import { panned, zoomed } from './time-window.ts'
import { themeColor, useThemeChanges } from './use-theme-changes.ts'
import { useWidth } from './use-width.ts'
import { padded } from './value-range.ts'
import { axisText } from './value-text.ts'
import type { ValueRange } from './value-range.ts'

/** A scale of values at the left (the first one) or at the right. */
export interface ValueAxis {
  readonly unit: string
  readonly range: ValueRange | null
}

export interface Sheet {
  readonly context: CanvasRenderingContext2D
  readonly x: (timeNs: number) => number
  /** By the number of the axis. */
  readonly y: (value: number, axis: number) => number
  readonly box: { left: number; top: number; width: number; height: number }
  readonly ratio: number
  readonly color: (name: `--${string}`) => string
}

export interface PlotSurroundings {
  readonly clock: Clock
  readonly whole: TimeWindow
  readonly window: TimeWindow
  readonly cursor: Cursor
  readonly onWindow: (window: TimeWindow) => void
  /** A click on a moment. */
  readonly onPick: (timeNs: number) => void
}

interface Given extends PlotSurroundings {
  /** What it shows, for people who do not see it. */
  label: string
  height: number
  /** At most two are drawn; none for bands. */
  axes: readonly ValueAxis[]
  draw: (sheet: Sheet) => void
}

/** Room for the numbers at the left, pixels: the same in every plot, so that their times stand under each other. */
const axisRoom = 62
const timeAxisRoom = 26
const fontOf = (ratio: number) => `${11 * ratio}px "Inter Variable", system-ui, sans-serif`
const none: ValueRange = { low: 0, high: 1 }

/**
 * Axes, cursor, zoom and pan of one plot; what is in it is drawn by its owner. uPlot keeps the axes and the cursor: the
 * data are only the corners of the window, for signals do not share their times.
 */
export function PlotFrame(given: Given) {
  const { label, height, axes, window } = given
  const { element, width } = useWidth<HTMLDivElement>()
  const latest = useRef(given)
  latest.current = given
  const plot = useRef<uPlot>(null)
  const axisKey = axes.map(({ unit }) => unit).join('\n')
  const axisCount = Math.min(axes.length, 2)

  useEffect(() => {
    const host = element.current
    if (host === null || width === 0) return
    const made = makePlot(host, { width, height, axisCount, latest })
    plot.current = made
    return () => {
      plot.current = null
      made.destroy()
    }
  }, [element, width, height, axisCount, axisKey])

  useEffect(() => {
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
  const span = `${clockText(secondsOf(given.clock, window.fromNs), 1)} to ${clockText(secondsOf(given.clock, window.toNs), 1)}`
  return <div ref={element} className="plot-frame" style={{ height }} role="img" aria-label={`${label}, ${span}`} />
}

const axisTexts: uPlot.Axis.DynamicValues = (_plot, splits, _axis, _space, step) => splits.map((value) => axisText(value, step))

interface Making {
  width: number
  height: number
  axisCount: number
  latest: { readonly current: Given }
}

function makePlot(host: HTMLElement, { width, height, axisCount, latest }: Making): uPlot {
  const color = (name: `--${string}`) => themeColor(host, name)
  const look = {
    stroke: () => color('--ink-3'),
    grid: { stroke: () => color('--line'), width: 1 },
    ticks: { show: false },
    font: '11px "Inter Variable", system-ui, sans-serif',
  }
  const scaleOf = (axis: number) => `y${axis}`
  const scales: uPlot.Options['scales'] = {
    x: {
      time: false,
      range: () => {
        const { clock, window } = latest.current
        return [secondsOf(clock, window.fromNs), secondsOf(clock, window.toNs)]
      },
    },
  }
  for (let axis = 0; axis < Math.max(1, axisCount); axis++)
    scales[scaleOf(axis)] = {
      range: () => {
        const { low, high } = padded(latest.current.axes[axis]?.range ?? none)
        return [low, high]
      },
    }
  const made: uPlot = new uPlot(
    {
      width,
      height,
      padding: [8, axisCount > 1 ? 0 : 14, 0, 0],
      legend: { show: false },
      scales,
      series: [{}, { scale: scaleOf(0), paths: () => null, points: { show: false } }],
      axes: [
        {
          ...look,
          size: timeAxisRoom,
          space: 90,
          incrs: [...timeSteps],
          values: (_plot, splits, _axis, _space, step) => splits.map((seconds) => clockText(seconds, step)),
        },
        {
          ...look,
          scale: scaleOf(0),
          size: axisRoom,
          space: 28,
          ...(axisCount === 0 ? { values: () => [], grid: { show: false } } : { values: axisTexts }),
        },
        ...(axisCount > 1
          ? [
              {
                ...look,
                scale: scaleOf(1),
                side: 1 as const,
                size: axisRoom,
                space: 28,
                values: axisTexts,
                grid: { show: false },
              },
            ]
          : []),
      ],
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 } },
      hooks: {
        draw: [(plot) => drawInto(plot, host, latest.current)],
        setCursor: [
          (plot) => {
            // Only a hand over this very plot moves the moment; it is moved itself by others.
            if (plot.cursor.event == null) return
            const left = plot.cursor.left ?? -1
            latest.current.cursor.move(left < 0 ? null : timeOf(latest.current.clock, plot.posToVal(left, 'x')), plot)
          },
        ],
        setSelect: [
          (plot) => {
            const { left, width: selected } = plot.select
            if (selected < 4) return
            const at = (x: number) => timeOf(latest.current.clock, plot.posToVal(x, 'x'))
            latest.current.onWindow({ fromNs: at(left), toNs: at(left + selected) })
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
      },
    },
    cornersOf(latest.current),
    host,
  )
  made.over.addEventListener('wheel', (event) => turnWheel(event, made, latest.current), { passive: false })
  made.over.addEventListener('click', (event) => {
    const { clock, onPick } = latest.current
    onPick(timeOf(clock, made.posToVal(event.clientX - made.over.getBoundingClientRect().left, 'x')))
  })
  made.over.addEventListener('dblclick', () => latest.current.onWindow(latest.current.whole))
  pointAt(made, latest.current)
  return made
}

function cornersOf({ clock, window }: Given): uPlot.AlignedData {
  return [
    [secondsOf(clock, window.fromNs), secondsOf(clock, window.toNs)],
    [null, null],
  ]
}

function turnWheel(event: WheelEvent, plot: uPlot, { clock, window, whole, onWindow }: Given): void {
  event.preventDefault()
  const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
  // A line of a wheel that counts in lines is some 30 pixels.
  const pixels = (sideways ? event.deltaX || event.deltaY : event.deltaY) * (event.deltaMode === 1 ? 30 : 1)
  if (sideways) return onWindow(panned(window, whole, pixels / plot.over.clientWidth))
  const left = event.clientX - plot.over.getBoundingClientRect().left
  onWindow(zoomed(window, whole, Math.exp(pixels * 0.0022), timeOf(clock, plot.posToVal(left, 'x'))))
}

/** The line of the moment that somebody points at elsewhere. */
function pointAt(plot: uPlot, { cursor, clock, window }: Given): void {
  const timeNs = cursor.timeNs()
  const shown = timeNs !== null && timeNs >= window.fromNs && timeNs <= window.toNs
  plot.setCursor({ left: shown ? plot.valToPos(secondsOf(clock, timeNs), 'x') : -10, top: 0 }, false)
}

function drawInto(plot: uPlot, host: Element, { clock, draw }: Given): void {
  const { left, top, width, height } = plot.bbox
  const context = plot.ctx
  const ratio = devicePixelRatio
  context.save()
  context.beginPath()
  context.rect(left, top, width, height)
  context.clip()
  context.font = fontOf(ratio)
  draw({
    context,
    ratio,
    box: { left, top, width, height },
    x: (timeNs) => plot.valToPos(secondsOf(clock, timeNs), 'x', true),
    y: (value, axis) => plot.valToPos(value, `y${Math.min(axis, 1)}`, true),
    color: (name) => themeColor(host, name),
  })
  context.restore()
}
