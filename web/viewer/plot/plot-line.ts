import type { Tile } from '#recording/signal-store/tile.ts'

/** One signal in a plot of numbers. */
export interface PlotLine {
  readonly key: string
  readonly unit: string
  readonly tile: Tile | null
  readonly look: SeriesLook
}

/** Told apart by colour and, for eyes that cannot, by dash. */
export interface SeriesLook {
  readonly color: `--s${1 | 2 | 3 | 4 | 5 | 6}`
  readonly dash: readonly number[]
}

const colors = ['--s1', '--s2', '--s6', '--s4', '--s3', '--s5'] as const
const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 2], [9, 3, 2, 3]]

export const seriesLook = (index: number): SeriesLook => ({
  color: colors[index % colors.length] ?? '--s1',
  dash: dashes[Math.floor(index / colors.length) % dashes.length] ?? [],
})
