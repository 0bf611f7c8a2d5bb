import type { Tile } from '#recording/signal-store/tile.ts'

export interface Places {
  /** Pixel of a time and of a value. */
  readonly x: (timeNs: number) => number
  readonly y: (value: number) => number
}

export interface LineLook {
  readonly color: string
  readonly dash: readonly number[]
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
 * A tile as a line with its band: each cell from its first value over its least and greatest to its last one, so that no
 * peak is lost however far one looks from; the line breaks where samples are missing.
 */
export function drawLine(to: CanvasRenderingContext2D, tile: Tile, { x, y }: Places, { color, dash, ratio }: LineLook): void {
  const { count, level, firstNs, lastNs, least, greatest, first, last, flags } = tile
  if (count === 0) return
  to.save()
  to.strokeStyle = color
  to.fillStyle = color
  to.lineWidth = 1.4 * ratio
  to.lineJoin = 'round'
  to.setLineDash(dash.map((length) => length * ratio))
  if (level >= 0) {
    to.globalAlpha = 0.22
    to.beginPath()
    for (let cell = 0; cell < count; cell++) {
      const left = x(firstNs[cell] ?? 0)
      const top = y(greatest[cell] ?? NaN)
      if (top === top) to.rect(left, top, Math.max(ratio, x(lastNs[cell] ?? 0) - left), y(least[cell] ?? NaN) - top)
    }
    to.fill()
    to.globalAlpha = 1
  }
  to.beginPath()
  let isOpen = false
  for (let cell = 0; cell < count; cell++) {
    const flag = flags[cell] ?? 0
    const begin = first[cell] ?? NaN
    const low = least[cell] ?? NaN
    const left = x(firstNs[cell] ?? 0)
    if (low !== low) {
      isOpen = false
      continue
    }
    if (isOpen && (flag & (gapBefore | timeFalls)) === 0 && begin === begin) to.lineTo(left, y(begin))
    else to.moveTo(left, y(begin === begin ? begin : low))
    isOpen = true
    if (level < 0) continue
    to.lineTo(left, y(low))
    to.lineTo(left, y(greatest[cell] ?? low))
    const end = last[cell] ?? NaN
    if (end !== end) isOpen = false
    else if (flag & gapInside) to.moveTo(x(lastNs[cell] ?? 0), y(end))
    else to.lineTo(x(lastNs[cell] ?? 0), y(end))
  }
  to.stroke()
  const width = x(lastNs[count - 1] ?? 0) - x(firstNs[0] ?? 0)
  if (level < 0 && (count === 1 || width / (count - 1) >= dotDistance * ratio)) {
    to.beginPath()
    for (let cell = 0; cell < count; cell++) {
      const top = y(first[cell] ?? NaN)
      if (top !== top) continue
      to.moveTo(x(firstNs[cell] ?? 0), top)
      to.arc(x(firstNs[cell] ?? 0), top, 2.2 * ratio, 0, 2 * Math.PI)
    }
    to.fill()
  }
  to.restore()
}
