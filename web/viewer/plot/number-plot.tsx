import { drawLine } from './draw-line.ts'
import { PlotFrame } from './plot-frame.tsx'
import type { PlotSurroundings, Sheet, ValueAxis } from './plot-frame.tsx'
import type { PlotLine } from './plot-line.ts'
import type { TimeWindow } from './time-window.ts'
import { rangeWithin } from './value-range.ts'
import type { ValueRange } from './value-range.ts'

interface Given extends PlotSurroundings {
  label: string
  lines: readonly PlotLine[]
  height: number
}

/** Numbers over time: one axis for each unit, the first at the left, the others at the right. */
export function NumberPlot({ lines, ...frame }: Given) {
  const units = [...new Set(lines.map(({ unit }) => unit))]
  const axes: ValueAxis[] = units.map((unit) => ({
    unit,
    range: rangeOf(
      lines.filter((line) => line.unit === unit),
      frame.window,
    ),
  }))
  const draw = ({ context, x, y, ratio, color }: Sheet) => {
    for (const { tile, unit, look } of lines) {
      if (tile === null) continue
      const axis = Math.max(0, units.indexOf(unit))
      drawLine(context, tile, { x, y: (value) => y(value, axis) }, { color: color(look.color), dash: look.dash, ratio })
    }
  }
  return <PlotFrame {...frame} axes={axes} draw={draw} />
}

function rangeOf(lines: readonly PlotLine[], window: TimeWindow): ValueRange | null {
  const ranges = lines.flatMap(({ tile }) => (tile === null ? [] : (rangeWithin(tile, window) ?? [])))
  if (ranges.length === 0) return null
  return { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) }
}
