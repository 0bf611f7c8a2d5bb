import type { SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'

/** Signals whose surroundings are read ahead at a time: the others were looked at longer ago. */
const signalsAhead = 16
/** After everything that somebody waits for. */
const rank = 9

/** A hand that rests so long may go on anywhere; before it does, reading would only be in its way, milliseconds. */
const restMs = 120

const ahead = new Map<number, AbortController>()

/**
 * Reads what a hand may ask for next into the caches: beside the window, and its middle closer. Given up as soon as
 * another window of the signal is looked at.
 */
export function readAround(
  store: SignalStore,
  signal: StoredSignal,
  { fromNs, toNs, columns }: { fromNs: number; toNs: number; columns: number },
): void {
  ahead.get(signal.index)?.abort()
  const controller = new AbortController()
  ahead.delete(signal.index)
  ahead.set(signal.index, controller)
  const [oldest] = ahead
  if (ahead.size > signalsAhead && oldest !== undefined) {
    oldest[1].abort()
    ahead.delete(oldest[0])
  }
  const timer = setTimeout(() => readNow(store, signal, { fromNs, toNs, columns }, controller.signal), restMs)
  controller.signal.addEventListener('abort', () => clearTimeout(timer))
}

function readNow(
  store: SignalStore,
  signal: StoredSignal,
  { fromNs, toNs, columns }: { fromNs: number; toNs: number; columns: number },
  stop: AbortSignal,
): void {
  const width = toNs - fromNs
  const wish = { rank, signal: stop }
  for (const [from, to] of [
    [fromNs + width / 4, toNs - width / 4],
    [toNs, toNs + width / 2],
    [fromNs - width / 2, fromNs],
  ] as const)
    // Whoever looks at it later hears of what went wrong.
    if (to >= signal.startNs && from <= signal.endNs)
      store.tile(signal, from, to, to - from === width / 2 ? columns : columns / 2, wish).catch(() => undefined)
}
