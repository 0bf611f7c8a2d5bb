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
  /** The first and the last column of pixels that are seen: a coarse cell may be wider than all of them by far. */
  readonly seen: readonly [first: number, last: number]
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
 * however far one looks from; the line breaks where samples are missing. Cells, and samples that are many, are drawn as one
 * bar for each pixel column: the same pixels, and a hundred times sooner than a path of so many corners. A cell wider than
 * a column, while finer ones are on their way, is a box around all its samples.
 */
export function drawLine(to: Pen, tile: Tile, places: Places, look: LineLook): void {
  if (tile.count === 0) return
  const span = places.x(tile.lastNs[tile.count - 1] ?? 0) - places.x(tile.firstNs[0] ?? 0)
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
function seenCells({ count, firstNs, lastNs }: Tile, { x, seen }: Places): [begin: number, end: number] {
  let [begin, end] = [0, count]
  while (begin < end && x(lastNs[begin] ?? 0) < seen[0] - 1) begin++
  while (end > begin && x(firstNs[end - 1] ?? 0) > seen[1] + 1) end--
  return [Math.max(0, begin - 1), Math.min(count, end + 1)]
}

function drawBars(to: Pen, tile: Tile, places: Places, { ratio, width, line }: LineLook): void {
  const { firstNs, lastNs, least, greatest, first, last, flags } = tile
  const { x, y, seen } = places
  const [firstCell, endCell] = seenCells(tile, places)
  const thickness = width * ratio
  const [firstSeen, lastSeen] = seen
  let column = NaN
  let top = NaN
  let bottom = NaN
  /** Where the line was last; NaN: it begins anew. */
  let from = NaN
  const close = () => {
    if (top <= bottom && column >= firstSeen && column <= lastSeen)
      to.fillRect(column, top - thickness / 2, Math.max(1, ratio), bottom - top + thickness)
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
  for (let cell = firstCell; cell < endCell; cell++) {
    const flag = flags[cell] ?? 0
    const start = x(firstNs[cell] ?? 0)
    const end = x(lastNs[cell] ?? 0)
    const high = y(greatest[cell] ?? NaN)
    const low = y(least[cell] ?? NaN)
    if (high !== high) {
      from = NaN
      continue
    }
    // A cell narrower than a column, at the border of two, is of the one that has more of it.
    const isNarrow = end - start < 1
    const left = Math.floor(isNarrow ? (start + end) / 2 : start)
    const right = isNarrow ? left : Math.floor(end)
    const begin = y(first[cell] ?? NaN)
    const isJoined = line !== 'points' && from === from && begin === begin && (flag & (gapBefore | timeFalls)) === 0
    // The columns between two cells hold the line from one to the other.
    if (isJoined)
      for (let at = Math.max(column + 1, firstSeen), start = column; at < Math.min(left, lastSeen + 1); at++) {
        const height = line === 'step' ? from : from + ((begin - from) * (at - start)) / (left - start)
        reach(at, height, height)
      }
    reach(left, isJoined ? Math.min(high, from) : high, isJoined ? Math.max(low, from) : low)
    // A gap inside leaves its columns empty.
    if (flag & gapInside) reach(right, y(last[cell] ?? NaN), y(last[cell] ?? NaN))
    else {
      for (let at = Math.max(left + 1, firstSeen); at < Math.min(right, lastSeen + 1); at++) reach(at, high, low)
      if (right > left) reach(right, high, low)
    }
    from = y(last[cell] ?? NaN)
  }
  close()
}

function drawPath(
  to: Pen,
  { count, firstNs, first, flags }: Tile,
  { x, y }: Places,
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
    const here = y(first[sample] ?? NaN)
    if (here !== here) {
      isOpen = false
      continue
    }
    const left = x(firstNs[sample] ?? 0)
    if (isOpen && line !== 'points' && ((flags[sample] ?? 0) & (gapBefore | timeFalls)) === 0) {
      if (line === 'step') to.lineTo(left, from)
      to.lineTo(left, here)
    } else to.moveTo(left, here)
    isOpen = true
    from = here
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
