import type { Tile } from '#recording/signal-store/tile.ts'

/** A value is believed for this long after its last sample, and before its first one, nanoseconds. */
const longestHoldNs = 10e9

/** The signal's value at each moment (ns since the recording's origin, rising); null where there was none. */
export function valuesAt(tile: Tile, timesNs: readonly number[]): (number | null)[] {
  let cell = -1
  return timesNs.map((time) => {
    while (cell + 1 < tile.count && (tile.firstNs[cell + 1] ?? Infinity) <= time) cell++
    if (cell < 0) return numberOrNull((tile.firstNs[0] ?? Infinity) - time > longestHoldNs ? NaN : (tile.first[0] ?? NaN))
    if (time - (tile.lastNs[cell] ?? -Infinity) > longestHoldNs) return null
    // Inside a cell of many samples the middle of its range stands for all of them.
    const isInside = tile.level >= 0 && time < (tile.lastNs[cell] ?? 0)
    const value = isInside ? ((tile.least[cell] ?? NaN) + (tile.greatest[cell] ?? NaN)) / 2 : (tile.last[cell] ?? NaN)
    return numberOrNull(value)
  })
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value)
