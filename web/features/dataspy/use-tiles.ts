import { useMemo } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import type { PlottedSignal } from './plotted-signal.ts'

/** A tile is never asked for finer than this many times the plot's columns. */
const mostColumns = 4

interface Tiles {
  readonly tiles: ReadonlyMap<string, Tile>
  readonly problem: string | null
}

const none: ReadonlyMap<string, Tile> = new Map()

/**
 * The tiles of some signals in a window, by their refs; while new ones come the old ones stay. Nothing is asked for 0
 * columns. Keep `signals` the same object between renders.
 */
export function useTiles(signals: readonly PlottedSignal[], window: TimeWindow, columns: number): Tiles {
  const { fromNs, toNs } = window
  const ask = useMemo(() => {
    if (columns === 0 || signals.length === 0) return null
    return async (stop: AbortSignal) =>
      new Map(
        await Promise.all(
          signals.map(async ({ ref, client, signal, shiftNs }) => {
            const own = { fromNs: fromNs - shiftNs, toNs: toNs - shiftNs }
            return [ref, await client.call('tile', { signal: signal.index, ...beyond(signal, own, columns) }, stop)] as const
          }),
        ),
      )
  }, [signals, fromNs, toNs, columns])
  const { answer, problem } = useLatest(ask)
  return { tiles: answer ?? none, problem }
}

/** More than the window on both sides: some samples, so that lines go on to its edges, and room to move. */
function beyond(signal: StoredSignal, { fromNs, toNs }: TimeWindow, columns: number): TimeWindow & { columns: number } {
  const width = toNs - fromNs
  const period = (signal.endNs - signal.startNs) / Math.max(1, signal.count - 1)
  const margin = Math.max(width * 0.25, period * 3) || 0
  const times = Math.min(mostColumns, (width + 2 * margin) / Math.max(1, width))
  return { fromNs: fromNs - margin, toNs: toNs + margin, columns: Math.ceil(columns * times) }
}
