import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'

/** What the bench calls in the page; times are milliseconds, windows nanoseconds. */
export interface Sides {
  /** A worker, the store opened, the whole recording drawn. */
  overview(storeSize: number): Promise<{ ms: number; window: TimeWindow }>
  /** Windows drawn one after the other; how long each took until its pixels were there. */
  zooms(windows: readonly TimeWindow[]): Promise<number[]>
  /** All values fetched and given to uPlot. */
  peer(count: number): Promise<{ ms: number; fetchedMs: number }>
  /** Our pixels of a window beside those of all its samples; `peer` comes before it. */
  compare(window: TimeWindow): Promise<Comparison>
}

/** Pixels of the picture made of all samples, and of ours. */
export interface Comparison {
  readonly painted: number
  /** Painted in one of the two only. */
  readonly different: number
  /** Painted by all samples, and by us neither there nor in the next column: must be none. */
  readonly lost: number
  /** Painted by us, and by all samples neither there nor in the next column: must be none. */
  readonly invented: number
  readonly level: Tile['level']
}

declare global {
  interface Window {
    sides?: Sides
  }
}
