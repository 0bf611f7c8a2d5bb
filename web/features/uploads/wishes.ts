/** Between the pages, which want something uploaded, and the one layer that does it. */
const listeners = new Set<() => void>()

export function askForFiles() {
  for (const listener of listeners) listener()
}

export function onWish(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
