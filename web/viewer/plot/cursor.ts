/** One moment that everything points at: plots, values, frames (later map and video). */
export interface Cursor {
  /** Nanoseconds since the origin; null: nobody points at anything. */
  readonly timeNs: () => number | null
  /** `from`: who moved it, so that it need not move itself again. */
  readonly move: (timeNs: number | null, from: object | null) => void
  readonly subscribe: (listener: (from: object | null) => void) => () => void
}

export function makeCursor(): Cursor {
  let now: number | null = null
  const listeners = new Set<(from: object | null) => void>()
  return {
    timeNs: () => now,
    move(timeNs, from) {
      if (timeNs === now) return
      now = timeNs
      for (const listener of listeners) listener(from)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
