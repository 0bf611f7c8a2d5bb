import { useSyncExternalStore } from 'react'

/** Ages are told in minutes, so twice a minute is often enough. Milliseconds. */
const tickMs = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    timer = setInterval(tick, tickMs)
    tick()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The time, in milliseconds since 1970, the same for everything on the page and moving on by itself. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
