import type { Tile } from '#recording/signal-store/tile.ts'
import { rowsWithin } from './rows-within.ts'
import type { TimeWindow } from './time-window.ts'

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** Least and greatest of what a tile shows within a window; null without a number. */
export function rangeWithin(tile: Tile, window: TimeWindow): ValueRange | null {
  const { fromNs, toNs } = window
  const { firstNs, lastNs, least: lows, greatest: highs } = tile
  let low = Infinity
  let high = -Infinity
  const [begin, end] = rowsWithin(tile, window)
  for (let cell = begin; cell < end; cell++) {
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
