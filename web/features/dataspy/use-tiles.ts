import { useMemo } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'

/** A tile is never asked for finer than this many times the plot's columns. */
const mostColumns = 4

interface Tiles {
  readonly tiles: ReadonlyMap<number, Tile>
  readonly problem: string | null
}

const none: ReadonlyMap<number, Tile> = new Map()

/** The tiles of some signals in a window, by the number of the signal; while new ones come the old ones stay. Keep `signals` the same object between renders. */
export function useTiles(client: RecordingClient, signals: readonly StoredSignal[], window: TimeWindow, columns: number): Tiles {
  const { fromNs, toNs } = window
  const ask = useMemo(() => {
    if (columns === 0 || signals.length === 0) return null
    return async () =>
      new Map(
        await Promise.all(
          signals.map(async (signal) => {
            const ask = beyond(signal, { fromNs, toNs }, columns)
            return [signal.index, await client.call('tile', { signal: signal.index, ...ask })] as const
          }),
        ),
      )
  }, [client, signals, fromNs, toNs, columns])
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
