import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from './time-window.ts'

const inOrder = new WeakMap<Tile, boolean>()

/** Whether the rows of a tile are in the order of time: looked at once. */
function isInOrder(tile: Tile): boolean {
  const known = inOrder.get(tile)
  if (known !== undefined) return known
  const { count, firstNs, lastNs } = tile
  let found = true
  for (let row = 1; row < count && found; row++)
    found = (firstNs[row] ?? 0) >= (firstNs[row - 1] ?? 0) && (lastNs[row] ?? 0) >= (lastNs[row - 1] ?? 0)
  inOrder.set(tile, found)
  return found
}

/**
 * Rows of a tile between which all lie that reach into a window, the end not included: all of them where they are not in the
 * order of time.
 */
export function rowsWithin(tile: Tile, { fromNs, toNs }: TimeWindow): [begin: number, end: number] {
  if (!isInOrder(tile)) return [0, tile.count]
  const begin = firstNotBelow(tile.lastNs, tile.count, fromNs)
  return [begin, Math.max(begin, firstAbove(tile.firstNs, tile.count, toNs))]
}

function firstNotBelow(sorted: Float64Array, count: number, value: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

function firstAbove(sorted: Float64Array, count: number, value: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}
