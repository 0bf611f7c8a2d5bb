import uPlot from 'uplot'
import { clockText, secondsOf, timeOf, timeSteps } from './clock.ts'
import { drawInto } from './draw-sheet.ts'
import type { PlotGiven } from './plot-frame.tsx'
import { followFingers } from './plot-fingers.ts'
import { followHands } from './plot-hands.ts'
import { timeSpace, timeSplits, writeTimes } from './time-axis.ts'
import { themeColor } from './use-theme-changes.ts'
import { axisRoom, reachOf } from './value-axis.ts'
import { axisText } from './value-text.ts'

/** Room under a plot for its times. */
const timeAxisRoom = 26

interface Making {
  width: number
  height: number
  latest: { readonly current: PlotGiven }
}

const axisTexts: uPlot.Axis.DynamicValues = (_plot, splits, _axis, _space, step) => splits.map((value) => axisText(value, step))

/** A uPlot that always shows what `latest` says. */
export function makePlot(host: HTMLElement, { width, height, latest }: Making): uPlot {
  const color = (name: `--${string}`) => themeColor(host, name)
  const { axes, room } = latest.current
  const look = {
    stroke: () => color('--ink-3'),
    grid: { stroke: () => color('--line'), width: 1 },
    ticks: { show: false },
    font: '11px "Inter Variable", system-ui, sans-serif',
  }
  const scales: uPlot.Options['scales'] = {
    x: {
      time: false,
      range: () => {
        const { clock, window } = latest.current
        return [secondsOf(clock, window.fromNs), secondsOf(clock, window.toNs)]
      },
    },
  }
  for (let axis = 0; axis < Math.max(1, axes.length); axis++)
    scales[`y${axis}`] = {
      range: () => {
        const { low, high } = reachOf(latest.current.axes[axis] ?? { range: null, chosen: null })
        return [low, high]
      },
    }
  const count = (side: 'left' | 'right') => axes.filter((axis) => axis.side === side).length
  let times: Parameters<typeof writeTimes>[1] = { splits: [], texts: [] }
  const made: uPlot = new uPlot(
    {
      width,
      height,
      padding: [8, room.right - count('right') * axisRoom, 0, room.left - (axes.length === 0 ? 1 : count('left')) * axisRoom],
      legend: { show: false },
      scales,
      series: [{}, { scale: 'y0', paths: () => null, points: { show: false } }],
      axes: [
        {
          ...look,
          size: timeAxisRoom,
          space: (_plot, _axis, from, to, room) => timeSpace(from, to, room),
          incrs: [...timeSteps],
          splits: (_plot, _axis, from, to, step) => timeSplits(from, to, step),
          values: (_plot, splits, _axis, _space, step) => {
            times = { splits, texts: splits.map((seconds) => clockText(seconds, step, latest.current.clock)) }
            return []
          },
        },
        ...(axes.length === 0
          ? [{ ...look, scale: 'y0', size: axisRoom, values: () => [], grid: { show: false } }]
          : axes.map(({ side }, axis) => ({
              ...look,
              scale: `y${axis}`,
              side: side === 'left' ? (3 as const) : (1 as const),
              size: axisRoom,
              space: 28,
              values: axisTexts,
              ...(axis > 0 && { grid: { show: false } }),
            }))),
      ],
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 4 } },
      hooks: {
        drawAxes: [(plot) => writeTimes(plot, times, color('--ink-3'))],
        draw: [(plot) => drawInto(plot, host, latest.current.clock, latest.current.draw)],
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
  followHands(made, latest)
  followFingers(made, latest)
  pointAt(made, latest.current)
  return made
}

export function cornersOf({ clock, window }: PlotGiven): uPlot.AlignedData {
  return [
    [secondsOf(clock, window.fromNs), secondsOf(clock, window.toNs)],
    [null, null],
  ]
}

/** The line of the moment that somebody points at elsewhere. */
export function pointAt(plot: uPlot, { cursor, clock, window }: PlotGiven): void {
  const timeNs = cursor.timeNs()
  const shown = timeNs !== null && timeNs >= window.fromNs && timeNs <= window.toNs
  plot.setCursor({ left: shown ? plot.valToPos(secondsOf(clock, timeNs), 'x') : -10, top: 0 }, false)
}
