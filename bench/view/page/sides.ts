import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'

/** What the bench calls in the page; times are milliseconds, windows nanoseconds. */
export interface Sides {
  /** Starts the worker, as the viewer's page does while it asks the server about the recording. */
  prepare(): void
  /** A worker, the one started ahead if there is one, the store opened, the whole recording drawn. */
  overview(storeSize: number): Promise<{ ms: number; window: TimeWindow }>
  /** The viewer's own plot of the recording; gives its middle in the page, pixels, when it is drawn. `overview` comes before it. */
  stage(): Promise<{ x: number; y: number }>
  /** What the next turn of the wheel will show; null: nothing else than before. */
  nextZoom(compares: boolean): Promise<Zoom | null>
  /** All values fetched and given to uPlot. */
  peer(count: number): Promise<{ ms: number; fetchedMs: number }>
  /** Our pixels of a window beside those of all its samples; `peer` comes before it. */
  compare(window: TimeWindow): Promise<Comparison>
}

/** Milliseconds from the wheel's event to the end of the frame that shows a picture of the new window. */
export interface Zoom {
  /** Until the browser handed the event to the page: it waits for the screen's next frame. */
  readonly handedMs: number
  /** Until the first picture was begun. */
  readonly drawnMs: number
  /** The first: made of the narrowest tile at hand, nothing missing in it. */
  readonly firstMs: number
  /** The one made of the window's own tile. */
  readonly exactMs: number
  /** Pixels of the second that the first has neither there nor beside: must be none. */
  readonly lost: number
}

/** Pixels of the picture made of all samples, and of ours. */
export interface Comparison {
  readonly painted: number
  /** Painted in one of the two only, with columns cut at pixels. */
  readonly different: number
  /** The same with columns cut where cells end: must be none. */
  readonly differentByCells: number
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
