import type { ReadWish } from '#recording/byte-source.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { WindowDeviation } from '../protocol.ts'
import { nextTurn } from './next-turn.ts'

interface Asked {
  readonly fromNs: number
  readonly toNs: number
  /** Numbers that may be read. */
  readonly most: number
}

/** What others ask may wait this long, milliseconds. */
const turnMs = 8

/** The standard deviation of a window's numbers, read through once; others are answered meanwhile. */
export async function deviationOf(
  store: SignalStore,
  signal: StoredSignal,
  { fromNs, toNs, most }: Asked,
  wish: ReadWish,
): Promise<WindowDeviation> {
  const { count, mean } = await store.statistics(signal, fromNs, toNs, wish)
  if (count > most || signal.kind === 'text') return { fromNs, toNs, deviation: null }
  let sum = 0
  let turn = performance.now()
  for await (const part of store.squares(signal, fromNs, toNs, mean, wish)) {
    sum += part
    if (performance.now() - turn < turnMs) continue
    await nextTurn()
    wish.signal.throwIfAborted()
    turn = performance.now()
  }
  return { fromNs, toNs, deviation: Math.sqrt(sum / count) }
}
