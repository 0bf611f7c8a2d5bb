import type { TimeWindow } from '#web/viewer/plot/time-window.ts'

/** Windows that were looked at before, and those that were gone back from; null is the whole recording. */
export interface ZoomHistory {
  readonly back: readonly (TimeWindow | null)[]
  readonly forward: readonly (TimeWindow | null)[]
  /** When the window last changed, milliseconds. */
  readonly changedMs: number
}

export const noHistory: ZoomHistory = { back: [], forward: [], changedMs: -Infinity }

/** Changes that follow each other so soon are one: a turning wheel, a moving hand. */
const togetherMs = 700
const mostKept = 100

/** The history after the window `left` was left at a moment. */
export function remembered(history: ZoomHistory, left: TimeWindow | null, nowMs: number): ZoomHistory {
  if (nowMs - history.changedMs < togetherMs && history.back.length > 0) return { ...history, forward: [], changedMs: nowMs }
  return { back: [...history.back, left].slice(-mostKept), forward: [], changedMs: nowMs }
}

interface Step {
  readonly history: ZoomHistory
  readonly window: TimeWindow | null
}

/** One window back from `now`; null where there is none. */
export function gone(history: ZoomHistory, now: TimeWindow | null, where: 'back' | 'forward'): Step | null {
  const from = history[where]
  if (from.length === 0) return null
  const other = where === 'back' ? 'forward' : 'back'
  return {
    history: { ...history, [where]: from.slice(0, -1), [other]: [...history[other], now], changedMs: -Infinity },
    window: from.at(-1) ?? null,
  }
}
