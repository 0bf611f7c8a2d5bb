import type { Tile } from '#recording/signal-store/tile.ts'

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

export interface Places {
  /** Pixel of a time and of a value. */
  readonly x: (timeNs: number) => number
  readonly y: (value: number) => number
}

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

// As docs/reference/signal-store.md has them.
const gapBefore = 1
const gapInside = 2
const timeFalls = 4
/** Pixels between samples from which on each is marked with a dot. */
const dotDistance = 7

/**
 * A tile as a line: each cell from its first value over its least and greatest to its last one, so that no peak is lost
 * however far one looks from; the line breaks where samples are missing. Where cells are many they are drawn as one bar
 * for each pixel column: the same pixels, and a hundred times sooner than a path of so many corners.
 */
export function drawLine(to: Pen, tile: Tile, places: Places, look: LineLook): void {
  if (tile.count === 0) return
  const span = places.x(tile.lastNs[tile.count - 1] ?? 0) - places.x(tile.firstNs[0] ?? 0)
  to.save()
  to.strokeStyle = look.color
  to.fillStyle = look.color
  if (tile.count > span) drawBars(to, tile, places, look)
  else drawPath(to, tile, places, look)
  if (tile.level < 0 && (tile.count === 1 || look.line === 'points' || span / (tile.count - 1) >= dotDistance * look.ratio))
    drawDots(to, tile, places, look)
  to.restore()
}

function drawBars(to: Pen, tile: Tile, { x, y }: Places, { ratio, width, line }: LineLook): void {
  const { count, firstNs, lastNs, least, greatest, first, last, flags } = tile
  const thickness = width * ratio
  let column = NaN
  let top = NaN
  let bottom = NaN
  /** Where the line was last; NaN: it begins anew. */
  let from = NaN
  const close = () => {
    if (top <= bottom) to.fillRect(column, top - thickness / 2, Math.max(1, ratio), bottom - top + thickness)
  }
  const reach = (at: number, high: number, low: number) => {
    if (at !== column) {
      close()
      column = at
      top = Infinity
      bottom = -Infinity
    }
    top = Math.min(top, high)
    bottom = Math.max(bottom, low)
  }
  for (let cell = 0; cell < count; cell++) {
    const flag = flags[cell] ?? 0
    const high = y(greatest[cell] ?? NaN)
    const low = y(least[cell] ?? NaN)
    if (high !== high) {
      from = NaN
      continue
    }
    const [start, end] = [x(firstNs[cell] ?? 0), x(lastNs[cell] ?? 0)]
    // A cell narrower than a column, at the border of two, is of the one that has more of it.
    const isNarrow = end - start < 1
    const left = Math.floor(isNarrow ? (start + end) / 2 : start)
    const right = isNarrow ? left : Math.floor(end)
    const begin = y(first[cell] ?? NaN)
    const isJoined = line !== 'points' && from === from && begin === begin && (flag & (gapBefore | timeFalls)) === 0
    // The columns between two cells hold the line from one to the other.
    if (isJoined)
      for (let at = column + 1, steps = left - column; at < left; at++) {
        const height = line === 'step' ? from : from + ((begin - from) * (at - (left - steps))) / steps
        reach(at, height, height)
      }
    reach(left, isJoined ? Math.min(high, from) : high, isJoined ? Math.max(low, from) : low)
    // A gap inside leaves its columns empty.
    if (flag & gapInside) reach(right, y(last[cell] ?? NaN), y(last[cell] ?? NaN))
    else for (let at = left + 1; at <= right; at++) reach(at, high, low)
    from = y(last[cell] ?? NaN)
  }
  close()
}

function drawPath(to: Pen, tile: Tile, { x, y }: Places, { dash, ratio, width, line }: LineLook): void {
  const { count, level, firstNs, lastNs, least, greatest, first, last, flags } = tile
  to.lineWidth = width * ratio
  to.lineJoin = 'round'
  to.setLineDash(dash.map((length) => length * ratio))
  to.beginPath()
  let isOpen = false
  /** Height of the line's end. */
  let from = NaN
  for (let cell = 0; cell < count; cell++) {
    const flag = flags[cell] ?? 0
    const begin = first[cell] ?? NaN
    const low = least[cell] ?? NaN
    const left = x(firstNs[cell] ?? 0)
    if (low !== low) {
      isOpen = false
      continue
    }
    if (isOpen && line !== 'points' && (flag & (gapBefore | timeFalls)) === 0 && begin === begin) {
      if (line === 'step') to.lineTo(left, from)
      to.lineTo(left, y(begin))
    } else to.moveTo(left, y(begin === begin ? begin : low))
    isOpen = true
    from = y(level < 0 ? begin : (last[cell] ?? NaN))
    if (level < 0) continue
    to.lineTo(left, y(low))
    to.lineTo(left, y(greatest[cell] ?? low))
    const end = last[cell] ?? NaN
    if (end !== end) isOpen = false
    else if (flag & gapInside) to.moveTo(x(lastNs[cell] ?? 0), y(end))
    else to.lineTo(x(lastNs[cell] ?? 0), y(end))
  }
  to.stroke()
}

function drawDots(to: Pen, { count, firstNs, first }: Tile, { x, y }: Places, { ratio, width }: LineLook): void {
  to.beginPath()
  for (let cell = 0; cell < count; cell++) {
    const top = y(first[cell] ?? NaN)
    if (top !== top) continue
    to.moveTo(x(firstNs[cell] ?? 0), top)
    to.arc(x(firstNs[cell] ?? 0), top, (1.5 + width / 2) * ratio, 0, 2 * Math.PI)
  }
  to.fill()
}
