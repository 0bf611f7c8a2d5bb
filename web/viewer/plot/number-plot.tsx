import { drawLine } from './draw-line.ts'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotSurroundings } from './plot-frame.tsx'
import type { Sheet } from './draw-sheet.ts'
import type { PlotLine } from './plot-line.ts'
import type { TimeWindow } from './time-window.ts'
import type { ValueAxis } from './value-axis.ts'
import { rangeWithin } from './value-range.ts'
import type { ValueRange } from './value-range.ts'

interface Given extends PlotSurroundings {
  label: string
  lines: readonly PlotLine[]
  axes: readonly Omit<ValueAxis, 'range'>[]
  height: number
  onRange: (axis: string, range: ValueRange | null) => void
}

/** Numbers over time, each line on its axis. */
export function NumberPlot({ lines, axes, ...frame }: Given) {
  const ranged = axes.map((axis, at): ValueAxis => ({
    ...axis,
    range: rangeOf(
      lines.filter((line) => line.axis === at),
      frame.window,
    ),
  }))
  const draw = ({ context, window, ranges, box, ratio, color }: Sheet) => {
    const seen = [Math.floor(box.left), Math.ceil(box.left + box.width)] as const
    for (const { tile, axis, look, line, width, scale, shiftNs } of lines) {
      const range = ranges[axis]
      if (tile === null || range === undefined) continue
      // As the tile has them: its recording's times, and physical values.
      const times = { fromNs: window.fromNs - shiftNs, toNs: window.toNs - shiftNs, left: box.left, width: box.width }
      const physical = (value: number) => value * scale.factor + scale.offset
      const values = { low: physical(range.low), high: physical(range.high), bottom: box.top + box.height, height: box.height }
      drawLine(context, tile, { times, values, seen }, { color: color(look.color), dash: look.dash, width, line, ratio })
    }
  }
  return <PlotFrame {...frame} axes={ranged} draw={draw} />
}

function rangeOf(lines: readonly PlotLine[], { fromNs, toNs }: TimeWindow): ValueRange | null {
  const ends = lines.flatMap(({ tile, scale, shiftNs }) => {
    const range = tile && rangeWithin(tile, { fromNs: fromNs - shiftNs, toNs: toNs - shiftNs })
    return range === null ? [] : [range.low, range.high].map((value) => (value - scale.offset) / scale.factor)
  })
  return ends.length === 0 ? null : { low: Math.min(...ends), high: Math.max(...ends) }
}
