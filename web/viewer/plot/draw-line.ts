import { cellFlag } from '#recording/signal-store/layout.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import { Bars } from './bars.ts'
import type { Places } from './places.ts'
import { pixelOfTime, pixelOfValue, timeOfPixel } from './places.ts'
import { rowsWithin } from './rows-within.ts'

/** What is used of a canvas. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'strokeStyle'
  | 'fillStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'setLineDash'
  | 'save'
  | 'restore'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'stroke'
  | 'fill'
  | 'fillRect'
>

export interface LineLook {
  readonly color: string
  readonly dash: readonly number[]
  /** Pixels of the page. */
  readonly width: number
  /** From sample to sample straight, by steps, or not at all. */
  readonly line: 'line' | 'step' | 'points'
  /** Device pixels of one pixel of the page. */
  readonly ratio: number
}

const { gapBefore, gapInside, timeFalls } = cellFlag
/** Pixels between samples from which on each is marked with a dot. */
const dotDistance = 7

/**
 * A tile as a line: each cell from its first value over its least and greatest to its last one, so that no peak is lost
 * however far one looks from; the line breaks where samples are missing. Cells, and samples that are many, are drawn as one
 * bar for each pixel column: the same pixels, and a hundred times sooner than a path of so many corners. A cell wider than
 * a column, while finer ones are on their way, is a box around all its samples.
 */
export function drawLine(to: Pen, tile: Tile, places: Places, look: LineLook): void {
  if (tile.count === 0) return
  const { times } = places
  const span = pixelOfTime(times, tile.lastNs[tile.count - 1] ?? 0) - pixelOfTime(times, tile.firstNs[0] ?? 0)
  to.save()
  to.strokeStyle = look.color
  to.fillStyle = look.color
  if (tile.level >= 0 || tile.count > span) drawBars(to, tile, places, look)
  else drawPath(to, tile, places, look)
  if (tile.level < 0 && (tile.count === 1 || look.line === 'points' || span / (tile.count - 1) >= dotDistance * look.ratio))
    drawDots(to, tile, places, look)
  to.restore()
}

/** Cells that are seen, and one more on each side where lines come from and go to; the end is not included. */
function seenCells(tile: Tile, { times, seen }: Places): [begin: number, end: number] {
  const window = { fromNs: timeOfPixel(times, seen[0] - 1), toNs: timeOfPixel(times, seen[1] + 1) }
  const [begin, end] = rowsWithin(tile, window)
  return [Math.max(0, begin - 1), Math.min(tile.count, end + 1)]
}

/** Called with a hundred thousand samples between two frames: nothing in its loop is made anew. */
function drawBars(to: Pen, tile: Tile, places: Places, { ratio, width, line }: LineLook): void {
  const { firstNs, lastNs, least, greatest, first, last, flags } = tile
  const { times, values, seen } = places
  const [firstCell, endCell] = seenCells(tile, places)
  const [barWidth, thickness] = [Math.max(1, ratio), width * ratio]
  const [firstSeen, lastSeen] = seen
  const bars = new Bars(seen)
  /** Column and height where the line was last; NaN: it begins anew. */
  let column = NaN
  let from = NaN
  for (let cell = firstCell; cell < endCell; cell++) {
    const flag = flags[cell] ?? 0
    // What is behind is painted by itself, so that nothing between it and what follows is filled.
    if (flag & timeFalls) bars.paint(to, barWidth, thickness)
    const one = pixelOfValue(values, greatest[cell] ?? NaN)
    const other = pixelOfValue(values, least[cell] ?? NaN)
    if (one !== one) {
      from = NaN
      continue
    }
    const top = one < other ? one : other
    const bottom = one < other ? other : one
    const start = pixelOfTime(times, firstNs[cell] ?? 0)
    const end = pixelOfTime(times, lastNs[cell] ?? 0)
    // A cell narrower than a column, at the border of two, is of the one that has more of it.
    const isNarrow = end - start < 1
    const left = Math.floor(isNarrow ? (start + end) / 2 : start)
    const right = isNarrow ? left : Math.floor(end)
    const begin = pixelOfValue(values, first[cell] ?? NaN)
    const isJoined = line !== 'points' && from === from && begin === begin && (flag & (gapBefore | timeFalls)) === 0
    // The columns between two cells hold the line from one to the other.
    if (isJoined)
      for (let at = Math.max(column + 1, firstSeen); at < Math.min(left, lastSeen + 1); at++) {
        const height = line === 'step' ? from : from + ((begin - from) * (at - column)) / (left - column)
        bars.reach(at, height, height)
      }
    bars.reach(left, isJoined && from < top ? from : top, isJoined && from > bottom ? from : bottom)
    column = left
    const away = pixelOfValue(values, last[cell] ?? NaN)
    if (right > left) {
      // A gap inside leaves its columns empty.
      if (flag & gapInside) bars.reach(right, away, away)
      else for (let at = Math.max(left + 1, firstSeen); at <= Math.min(right, lastSeen); at++) bars.reach(at, top, bottom)
      column = right
    } else if (flag & gapInside) bars.reach(right, away, away)
    from = away
  }
  bars.paint(to, barWidth, thickness)
}

function drawPath(
  to: Pen,
  { count, firstNs, first, flags }: Tile,
  { times, values }: Places,
  { dash, ratio, width, line }: LineLook,
): void {
  to.lineWidth = width * ratio
  to.lineJoin = 'round'
  to.setLineDash(dash.map((length) => length * ratio))
  to.beginPath()
  let isOpen = false
  /** Height of the line's end. */
  let from = NaN
  for (let sample = 0; sample < count; sample++) {
    const here = pixelOfValue(values, first[sample] ?? NaN)
    if (here !== here) {
      isOpen = false
      continue
    }
    const left = pixelOfTime(times, firstNs[sample] ?? 0)
    if (isOpen && line !== 'points' && ((flags[sample] ?? 0) & (gapBefore | timeFalls)) === 0) {
      if (line === 'step') to.lineTo(left, from)
      to.lineTo(left, here)
    } else to.moveTo(left, here)
    isOpen = true
    from = here
  }
  to.stroke()
}

function drawDots(to: Pen, { count, firstNs, first }: Tile, { times, values }: Places, { ratio, width }: LineLook): void {
  to.beginPath()
  for (let cell = 0; cell < count; cell++) {
    const top = pixelOfValue(values, first[cell] ?? NaN)
    if (top !== top) continue
    const left = pixelOfTime(times, firstNs[cell] ?? 0)
    to.moveTo(left, top)
    to.arc(left, top, (1.5 + width / 2) * ratio, 0, 2 * Math.PI)
  }
  to.fill()
}
