import { DamagedBlock } from '../recording-error.ts'
import type { Blocks } from './block-cache.ts'
import { mostOverlapping, overlapping, type AxisPlace } from './directory-reader.ts'
import type { Directory } from './directory.ts'
import { cellsPerCell, mostCellsPerTile, rowsPerCell, rowsWithoutLevels } from './layout.ts'
import { timeChunkAt, timeTileAt, valueChunkAt, valueTileAt } from './series-reader.ts'
import type { SignalPlaces, StoredSignal } from './stored-signal.ts'
import { joinCells, rowsWithin, samplesAsCells, type CellPart, type Tile } from './tile.ts'
import type { TimeTile } from './time-block.ts'

/** A window of time, ns, ends included, and how many columns of pixels show it. */
export interface View {
  readonly fromNs: number
  readonly toNs: number
  readonly columns: number
}

/** The coarsest level with at least one cell for each column, else the samples themselves. */
export async function readTile(cache: Blocks, signal: StoredSignal, places: SignalPlaces, view: View): Promise<Tile> {
  for (let level = places.axis.levels.length - 1; level >= 0; level--) {
    const axis = places.axis.levels[level]
    const series = places.series.levels[level]
    if (!axis || !series || mostOverlapping(axis, view.fromNs, view.toNs) < view.columns) continue
    // The level above has fewer cells than columns, or this is the last one, a single tile.
    const most = Math.max(mostCellsPerTile, cellsPerCell * view.columns)
    const found = await cellsWithin(cache, axis, view, most)
    if (found.reduce((sum, { rows }) => sum + rows.length, 0) < view.columns) continue
    const parts = await Promise.all(
      found.map(async ({ place, times, rows }): Promise<CellPart> => {
        return { times, rows, values: await valueTileAt(cache, series, place) }
      }),
    )
    return joinCells(signal, level, parts)
  }
  return joinCells(signal, -1, await readSamples(cache, signal, places, view))
}

interface FoundCells {
  readonly place: AxisPlace
  readonly times: TimeTile
  readonly rows: Uint32Array
}

async function cellsWithin(cache: Blocks, axis: Directory, view: View, most: number): Promise<FoundCells[]> {
  const found: FoundCells[] = []
  let count = 0
  for await (const places of overlapping(cache, axis, view.fromNs, view.toNs))
    for await (const { place, value: times } of ahead(places, (one) => timeTileAt(cache, one))) {
      const rows = rowsWithin(times.firstNs, times.lastNs, view.fromNs, view.toNs)
      count += rows.length
      if (count > most)
        throw new DamagedBlock(`A level with more than ${most} cells where ${view.columns} are expected`, place.offset)
      if (rows.length > 0) found.push({ place, times, rows })
    }
  return found
}

async function readSamples(cache: Blocks, signal: StoredSignal, places: SignalPlaces, view: View): Promise<CellPart[]> {
  const { axis, series } = places
  const most = axis.levels.length > 0 ? rowsPerCell * view.columns : rowsWithoutLevels
  const parts: CellPart[] = []
  let count = 0
  for await (const found of overlapping(cache, axis.chunks, view.fromNs, view.toNs)) {
    const read = async (place: AxisPlace) => Promise.all([timeChunkAt(cache, place), valueChunkAt(cache, series.chunks, place)])
    for await (const { place, value } of ahead(found, read)) {
      const [times, values] = value
      const rows = rowsWithin(times.timeNs, times.timeNs, view.fromNs, view.toNs)
      count += rows.length
      if (count > most) throw new DamagedBlock(`More than ${most} samples where cells are missing`, place.offset)
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
