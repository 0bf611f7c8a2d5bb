import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from './time-window.ts'

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** Least and greatest of what a tile shows within a window; null without a number. */
export function rangeWithin(tile: Tile, { fromNs, toNs }: TimeWindow): ValueRange | null {
  const { count, firstNs, lastNs, least: lows, greatest: highs } = tile
  let low = Infinity
  let high = -Infinity
  for (let cell = 0; cell < count; cell++) {
    if ((lastNs[cell] ?? 0) < fromNs || (firstNs[cell] ?? 0) > toNs) continue
    const least = lows[cell] ?? NaN
    const greatest = highs[cell] ?? NaN
    if (least < low) low = least
    if (greatest > high) high = greatest
  }
  return low <= high ? { low, high } : null
}

/** With room above and below; a flat line gets room of its own size. */
export function padded({ low, high }: ValueRange): ValueRange {
  const room = high > low ? (high - low) * 0.06 : Math.abs(low) * 0.1 || 1
  return { low: low - room, high: high + room }
}
