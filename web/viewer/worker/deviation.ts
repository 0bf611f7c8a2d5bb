import type { ReadWish } from '#recording/byte-source.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { deviationSamples } from '../protocol.ts'

interface Around {
  readonly fromNs: number
  readonly toNs: number
  /** Of the numbers in the window. */
  readonly count: number
  readonly mean: number
}

/** The standard deviation of a window's numbers about their mean; null when they are too many to be read for it. */
export async function deviationOf(
  store: SignalStore,
  signal: StoredSignal,
  { fromNs, toNs, count, mean }: Around,
  wish: ReadWish,
): Promise<number | null> {
  if (count > deviationSamples || signal.kind === 'text') return null
  if (count === 0) return NaN
  let sum = 0
  for await (const { raw } of store.chunks(signal, fromNs, toNs, wish))
    for (let i = 0; i < raw.length; i++) {
      const distance = (raw[i] ?? NaN) * signal.factor + signal.offset - mean
      if (distance === distance) sum += distance * distance
    }
  return Math.sqrt(sum / count)
}
