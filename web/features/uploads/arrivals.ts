import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

function set(next: number) {
  count = next
  for (const listener of listeners) listener()
}

/** Own uploads that have finished since a list was last asked for. */
export const noteArrival = () => set(count + 1)
const seen = () => set(0)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How many files have arrived, and how a page says that it shows them now. */
export const useArrivals = () => ({ count: useSyncExternalStore(subscribe, () => count), seen })
