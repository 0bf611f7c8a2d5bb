/** The longest wait that setTimeout takes; beyond it the timer would fire at once. */
const longestWaitMs = 2 ** 31 - 1

/**
 * Calls back once at a moment, however far away it is. A sleeping machine stops timers, so `check` looks at the clock
 * again; call it when the page becomes visible. Setting a new moment replaces the old one.
 */
export function makeAlarm(ring: () => void, now: () => number = Date.now) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt: number | null = null

  function check() {
    clearTimeout(timer)
    if (dueAt === null) return
    const wait = dueAt - now()
    if (wait <= 0) {
      dueAt = null
      ring()
      return
    }
    timer = setTimeout(check, Math.min(wait, longestWaitMs))
  }

  return {
    check,
    /** Milliseconds since 1970, or null for never. A moment in the past rings on the next turn of the event loop. */
    set(at: number | null) {
      clearTimeout(timer)
      dueAt = at
      if (at !== null) timer = setTimeout(check, Math.min(Math.max(at - now(), 0), longestWaitMs))
    },
  }
}
