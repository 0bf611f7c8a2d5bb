import type { Tile } from '#recording/signal-store/tile.ts'
import type { LineLook } from './draw-line.ts'

/** One signal in a plot of numbers. */
export interface PlotLine {
  readonly key: string
  /** Place of its axis in the plot's list. */
  readonly axis: number
  readonly tile: Tile | null
  readonly look: SeriesLook
  readonly line: LineLook['line']
  /** Pixels. */
  readonly width: number
  /** The physical value of what is shown, the raw value or itself: shown * factor + offset. */
  readonly scale: { readonly factor: number; readonly offset: number }
  /** From its recording's time to that of the view. */
  readonly shiftNs: number
}

/** Told apart by colour and, for eyes that cannot, by dash. */
export interface SeriesLook {
  readonly color: `--s${1 | 2 | 3 | 4 | 5 | 6}`
  readonly dash: readonly number[]
}

export const seriesColors = ['--s1', '--s2', '--s6', '--s4', '--s3', '--s5'] as const
const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 2], [9, 3, 2, 3]]

/** The look of the signal plotted at a place; `color`: chosen, rather than the next one. */
export const seriesLook = (index: number, color: number | null = null): SeriesLook => ({
  color: seriesColors[(color ?? index) % seriesColors.length] ?? '--s1',
  dash: dashes[Math.floor(index / seriesColors.length) % dashes.length] ?? [],
})

/** Pixels of a width that was chosen in steps. */
export const lineWidthOf = (step: number): number => 0.9 + step / 2
