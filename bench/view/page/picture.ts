import type { Tile } from '#recording/signal-store/tile.ts'
import { drawLine } from '#web/viewer/plot/draw-line.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { stepNs } from '../wave.ts'
import type { Comparison } from './sides.ts'

export const width = 1200
export const height = 400
/** Values at the lower and the upper edge. */
export const low = -1600
export const high = 3000
const lineWidth = 1.4

const y = (value: number): number => (1 - (value - low) / (high - low)) * height
const xOf =
  ({ fromNs, toNs }: TimeWindow) =>
  (timeNs: number): number =>
    ((timeNs - fromNs) / (toNs - fromNs)) * width

/** A tile as the viewer draws it. */
export function drawTile(to: CanvasRenderingContext2D, tile: Tile, window: TimeWindow): void {
  to.clearRect(0, 0, width, height)
  const times = { ...window, left: 0, width }
  const values = { low, high, bottom: height, height }
  const places = { times, values, seen: [0, width - 1] } as const
  drawLine(to, tile, places, { color: '#000', dash: [], ratio: 1, width: lineWidth, line: 'line' })
}

/**
 * Every sample of a window, one after the other: each column from the least to the greatest value that the line has in it.
 * Columns are cut at pixels, or where cells of so many samples end: a cell is of the column that its middle lies in.
 * Written without the viewer's code, slow and plain.
 */
export function drawSamples(to: CanvasRenderingContext2D, values: Float64Array, window: TimeWindow, cell = 1): void {
  to.clearRect(0, 0, width, height)
  to.fillStyle = '#000'
  const x = xOf(window)
  const first = Math.max(0, Math.floor(window.fromNs / stepNs) - cell)
  const last = Math.min(values.length - 1, Math.ceil(window.toNs / stepNs) + cell)
  const tops = new Float64Array(width).fill(Infinity)
  const bottoms = new Float64Array(width).fill(-Infinity)
  let columnBefore = NaN
  for (let i = first; i <= last; i++) {
    const begin = i - (i % cell)
    const end = Math.min(values.length, begin + cell) - 1
    const column = Math.floor((x(begin * stepNs) + x(end * stepNs)) / 2)
    const here = y(values[i] ?? 0)
    // The line comes from the sample before; columns are never further apart than one where samples are so many.
    const before = i > first && column !== columnBefore ? y(values[i - 1] ?? 0) : here
    columnBefore = column
    if (column < 0 || column >= width) continue
    tops[column] = Math.min(tops[column] ?? 0, here, before)
    bottoms[column] = Math.max(bottoms[column] ?? 0, here, before)
  }
  for (let column = 0; column < width; column++) {
    const [top = 0, bottom = 0] = [tops[column], bottoms[column]]
    if (top <= bottom) to.fillRect(column, top - lineWidth / 2, 1, bottom - top + lineWidth)
  }
}

/** A pixel counts as painted from half its ink on. */
const painted = ({ data }: ImageData): Uint8Array =>
  Uint8Array.from({ length: data.length / 4 }, (_, i) => ((data[i * 4 + 3] ?? 0) >= 128 ? 1 : 0))

/** Whether a pixel or one beside it is painted: rounding of a value at a pixel's edge. */
function near(of: Uint8Array, at: number, wide: number): boolean {
  const column = at % wide
  for (const row of [-wide, 0, wide])
    for (let step = -1; step <= 1; step++)
      if (column + step >= 0 && column + step < wide && of[at + row + step] === 1) return true
  return false
}

/** Pixels of a picture that another one has neither there nor beside. */
export function lost(from: ImageData, of: ImageData): number {
  const [a, b] = [painted(from), painted(of)]
  return b.reduce((sum, pixel, at) => sum + (pixel === 1 && !near(a, at, of.width) ? 1 : 0), 0)
}

export function compared(
  ours: CanvasRenderingContext2D,
  theirs: CanvasRenderingContext2D,
  level: number,
): Omit<Comparison, 'differentByCells'> {
  const [ourData, theirData] = [ours, theirs].map((each) => each.getImageData(0, 0, width, height))
  if (ourData === undefined || theirData === undefined) throw new Error('A picture is missing')
  const [a, b] = [painted(ourData), painted(theirData)]
  return {
    painted: b.reduce((sum, pixel) => sum + pixel, 0),
    different: a.reduce((sum, pixel, at) => sum + (pixel === b[at] ? 0 : 1), 0),
    lost: lost(ourData, theirData),
    invented: lost(theirData, ourData),
    level,
  }
}
