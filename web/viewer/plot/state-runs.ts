import type { Tile } from '#recording/signal-store/tile.ts'

/** A stretch of time in which a signal had one raw value; null where it changed too often to be told. */
export interface StateRun {
  readonly fromNs: number
  readonly toNs: number
  readonly raw: number | null
}

// As docs/reference/signal-store.md has them.
const gapBefore = 1
const codesPerCell = 4
const manyCodes = 255

/**
 * The runs of a coded signal, in the order of time. A value lasts until the next one, unless a gap comes between. Within a
 * cell that lists several values they share its time evenly: where exactly each began, only a finer level knows.
 */
export function stateRuns(tile: Tile): StateRun[] {
  const { codes, codeCount, count, firstNs, lastNs, flags } = tile
  const runs: { fromNs: number; toNs: number; raw: number | null }[] = []
  if (codes === null || codeCount === null) return []
  const push = (fromNs: number, toNs: number, raw: number | null) => {
    const last = runs.at(-1)
    if (last !== undefined && last.raw === raw && last.toNs === fromNs) last.toNs = toNs
    else runs.push({ fromNs, toNs, raw })
  }
  for (let cell = 0; cell < count; cell++) {
    const values = codeCount[cell] ?? 0
    if (values === 0) continue
    const from = firstNs[cell] ?? 0
    const goesOn = cell + 1 < count && ((flags[cell + 1] ?? 0) & gapBefore) === 0 && (codeCount[cell + 1] ?? 0) > 0
    const to = Math.max(from, goesOn ? (firstNs[cell + 1] ?? from) : (lastNs[cell] ?? from))
    if (values === manyCodes) {
      push(from, to, null)
      continue
    }
    for (let k = 0; k < values; k++) {
      const step = (to - from) / values
      push(k === 0 ? from : from + step * k, k === values - 1 ? to : from + step * (k + 1), codes[cell * codesPerCell + k] ?? 0)
    }
  }
  return runs
}
