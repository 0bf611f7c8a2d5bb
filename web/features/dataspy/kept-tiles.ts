import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'

interface KeptTile {
  /** What was asked for, in the recording's own time. */
  readonly asked: TimeWindow
  readonly tile: Tile
}

/** Tiles of a signal that are kept: the whole recording's, and those looked at last. */
const mostKept = 6

/**
 * What is at hand of some signals, so that every window has a picture at once: that of the narrowest tile around it. Each
 * cell of it holds all its samples, so nothing is missing in it, however coarse.
 */
export class KeptTiles {
  readonly #kept = new WeakMap<StoredSignal, readonly KeptTile[]>()

  keep(signal: StoredSignal, asked: TimeWindow, tile: Tile): void {
    const others = this.#of(signal).filter((one) => !isSame(one.asked, asked))
    const whole = others.find((one) => isWhole(signal, one.asked))
    const newest = [{ asked, tile }, ...others.filter((one) => one !== whole)].slice(0, mostKept)
    this.#kept.set(signal, whole === undefined ? newest : [...newest, whole])
  }

  hasWhole(signal: StoredSignal): boolean {
    return signal.count === 0 || this.#of(signal).some(({ asked }) => isWhole(signal, asked))
  }

  /** The narrowest that has all of a window; null: none has. */
  around(signal: StoredSignal, window: TimeWindow): Tile | null {
    const fromNs = Math.max(window.fromNs, signal.startNs)
    const toNs = Math.min(window.toNs, signal.endNs)
    let best: KeptTile | null = null
    for (const one of this.#of(signal))
      if (one.asked.fromNs <= fromNs && one.asked.toNs >= toNs && (best === null || widthOf(one) < widthOf(best))) best = one
    return best?.tile ?? null
  }

  #of(signal: StoredSignal): readonly KeptTile[] {
    return this.#kept.get(signal) ?? []
  }
}

const widthOf = ({ asked }: KeptTile): number => asked.toNs - asked.fromNs
const isSame = (a: TimeWindow, b: TimeWindow): boolean => a.fromNs === b.fromNs && a.toNs === b.toNs
const isWhole = (signal: StoredSignal, { fromNs, toNs }: TimeWindow): boolean => fromNs <= signal.startNs && toNs >= signal.endNs
