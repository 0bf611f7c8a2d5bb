import { DamagedBlock } from '../recording-error.ts'
import type { Blocks } from './block-cache.ts'
import { directoryPage, expectedWithin, mostOverlapping, overlapping, placesOf, type AxisPlace } from './directory-reader.ts'
import type { Directory } from './directory.ts'
import { cellsPerCell, mostCellsPerTile, rowsPerCell, rowsWithoutLevels } from './layout.ts'
import { timeChunkAt, timeTileAt, valueChunkAt, valueTileAt } from './series-reader.ts'
import type { SignalPlaces, StoredSignal } from './stored-signal.ts'
import { joinCells, rowsWithin, samplesAsCells, type CellPart, type Tile } from './tile.ts'

/** A window of time, ns, ends included, and how many columns of pixels show it. */
export interface View {
  readonly fromNs: number
  readonly toNs: number
  readonly columns: number
}

/**
 * The coarsest level with at least one cell for each column, else the samples themselves. The directory in memory tells
 * which one that is where times are even, and it is read at once; only where that guess may be wrong all levels are tried.
 */
export async function readTile(cache: Blocks, signal: StoredSignal, places: SignalPlaces, view: View): Promise<Tile> {
  const top = places.axis.levels.length - 1
  const likely = signal.timeFalls ? top : likelyLevel(places.axis.levels, view)
  const guessed = likely < top ? await tileFrom(likely, cache, signal, places, view) : null
  if (guessed !== null) return guessed
  const tile = await tileFrom(top, cache, signal, places, view)
  // The level above has fewer cells than columns, or this is the last one, a single tile.
  if (tile === null)
    throw new DamagedBlock(`A level with too many cells where ${view.columns} are expected`, places.axis.chunks.entries[0] ?? 0)
  return tile
}

function likelyLevel(levels: readonly Directory[], { fromNs, toNs, columns }: View): number {
  return levels.findLastIndex((axis) => expectedWithin(axis, fromNs, toNs) >= columns)
}

/** A tile of `top` or a finer level; null when a coarser one than `top` might do, or has to by what is found. */
async function tileFrom(
  top: number,
  cache: Blocks,
  signal: StoredSignal,
  places: SignalPlaces,
  view: View,
): Promise<Tile | null> {
  const { axis, series } = places
  const isGuess = top < axis.levels.length - 1
  const mayBeCoarser = (level: number, count: number): boolean =>
    isGuess && level === top && mostParents(count, level < 0 ? rowsPerCell : cellsPerCell) >= view.columns
  for (let level = top; level >= 0; level--) {
    const times = axis.levels[level]
    const values = series.levels[level]
    if (!times || !values || mostOverlapping(times, view.fromNs, view.toNs) < view.columns) continue
    const most = isGuess ? cellsPerCell * view.columns : Math.max(mostCellsPerTile, cellsPerCell * view.columns)
    const parts = await readCells(cache, times, values, view, most)
    if (parts === null) return null
    const count = countOf(parts)
    if (mayBeCoarser(level, count)) return null
    if (count >= view.columns) return joinCells(signal, level, parts)
  }
  const parts = await readSamples(cache, signal, places, view)
  return parts === null || mayBeCoarser(-1, countOf(parts)) ? null : joinCells(signal, -1, parts)
}

const countOf = (parts: readonly CellPart[]): number => parts.reduce((sum, { rows }) => sum + rows.length, 0)

/** Cells that hold `count` consecutive ones, at most; one more on each side may reach into the window by a gap. */
const mostParents = (count: number, perCell: number): number => Math.floor((count + 2 * perCell - 2) / perCell) + 2

/** Times and values of the cells of a level together; null when there are more than `most`. */
async function readCells(
  cache: Blocks,
  axis: Directory,
  series: Directory,
  view: View,
  most: number,
): Promise<CellPart[] | null> {
  askPages(cache, axis, series, view)
  const parts: CellPart[] = []
  let count = 0
  for await (const places of overlapping(cache, axis, view.fromNs, view.toNs)) {
    const read = async (place: AxisPlace) => Promise.all([timeTileAt(cache, place), valueTileAt(cache, series, place)])
    for await (const { value } of ahead(places, read)) {
      const [times, values] = value
      const rows = rowsWithin(times.firstNs, times.lastNs, view.fromNs, view.toNs)
      count += rows.length
      if (count > most) return null
      if (rows.length > 0) parts.push({ times, values, rows })
    }
  }
  return parts
}

/** Begins to read the pages of the values, so that they come along with those of the times. */
function askPages(cache: Blocks, axis: Directory, series: Directory, { fromNs, toNs }: View): void {
  if (!axis.paged || !series.paged) return
  // Whoever needs the page hears of what went wrong.
  for (const { ordinal } of placesOf(axis, 0, fromNs, toNs).slice(0, readsAhead))
    directoryPage(cache, series, ordinal).catch(() => undefined)
}

async function readSamples(cache: Blocks, signal: StoredSignal, places: SignalPlaces, view: View): Promise<CellPart[] | null> {
  const { axis, series } = places
  const most = axis.levels.length > 0 ? rowsPerCell * view.columns : rowsWithoutLevels
  askPages(cache, axis.chunks, series.chunks, view)
  const parts: CellPart[] = []
  let count = 0
  for await (const found of overlapping(cache, axis.chunks, view.fromNs, view.toNs)) {
    const read = async (place: AxisPlace) => Promise.all([timeChunkAt(cache, place), valueChunkAt(cache, series.chunks, place)])
    for await (const { value } of ahead(found, read)) {
      const [times, values] = value
      const rows = rowsWithin(times.timeNs, times.timeNs, view.fromNs, view.toNs)
      count += rows.length
      if (count > most) return null
      if (rows.length > 0) parts.push(samplesAsCells(times, values, rows, signal.coded))
    }
  }
  return parts
}

const readsAhead = 8

/** The blocks at `places` in order, some of them read while the one before is used. */
export async function* ahead<X>(
  places: readonly AxisPlace[],
  read: (place: AxisPlace) => Promise<X>,
): AsyncGenerator<{ place: AxisPlace; value: X }> {
  for (let from = 0; from < places.length; from += readsAhead) {
    const some = places.slice(from, from + readsAhead)
    const values = await Promise.all(some.map(async (place) => ({ place, value: await read(place) })))
    yield* values
  }
}
