import { useMemo, useState } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { KeptTiles } from './kept-tiles.ts'
import type { PlottedSignal } from './plotted-signal.ts'

/** A tile is never asked for finer than this many times the plot's columns. */
const mostColumns = 4

interface Tiles {
  readonly tiles: ReadonlyMap<string, Tile>
  readonly problem: string | null
}

/**
 * The tiles of some signals in a window, by their refs. While those of a window come, the narrowest that are at hand around
 * it stand in for them, the whole recording's if need be. Nothing is asked for 0 columns. Keep `signals` the same object
 * between renders.
 */
export function useTiles(signals: readonly PlottedSignal[], window: TimeWindow, columns: number): Tiles {
  const { fromNs, toNs } = window
  const [kept] = useState(() => new KeptTiles())
  const ask = useMemo(() => {
    if (columns === 0 || signals.length === 0) return null
    return async (stop: AbortSignal) =>
      new Map(
        await Promise.all(
          signals.map(async (one) => {
            const asked = beyond(one.signal, ownWindow(one, { fromNs, toNs }), columns)
            const tile = await one.client.call('tile', { signal: one.signal.index, ...asked }, stop)
            kept.keep(one.signal, asked, tile)
            if (!kept.hasWhole(one.signal)) void keepWhole(kept, one, columns)
            return [one.ref, tile] as const
          }),
        ),
      )
  }, [kept, signals, fromNs, toNs, columns])
  const { answer, problem } = useLatest(ask)
  const tiles = useMemo(() => {
    const found = new Map<string, Tile>()
    for (const one of signals) {
      const tile = kept.around(one.signal, ownWindow(one, { fromNs, toNs })) ?? answer?.get(one.ref)
      if (tile !== undefined) found.set(one.ref, tile)
    }
    return found
  }, [kept, answer, signals, fromNs, toNs])
  return { tiles, problem }
}

const ownWindow = ({ shiftNs }: PlottedSignal, { fromNs, toNs }: TimeWindow): TimeWindow => ({
  fromNs: fromNs - shiftNs,
  toNs: toNs - shiftNs,
})

async function keepWhole(kept: KeptTiles, { client, signal }: PlottedSignal, columns: number): Promise<void> {
  const whole = { fromNs: signal.startNs, toNs: signal.endNs }
  try {
    kept.keep(signal, whole, await client.call('tile', { signal: signal.index, ...whole, columns }))
  } catch {
    // Whoever looks at it hears of what went wrong.
  }
}

/** More than the window on both sides: some samples, so that lines go on to its edges, and room to move. */
function beyond(signal: StoredSignal, { fromNs, toNs }: TimeWindow, columns: number): TimeWindow & { columns: number } {
  const width = toNs - fromNs
  const period = (signal.endNs - signal.startNs) / Math.max(1, signal.count - 1)
  const margin = Math.max(width * 0.25, period * 3) || 0
  const times = Math.min(mostColumns, (width + 2 * margin) / Math.max(1, width))
  return { fromNs: fromNs - margin, toNs: toNs + margin, columns: Math.ceil(columns * times) }
}
