import type { RawValues } from '../signals.ts'
import type { Blocks } from './block-cache.ts'
import { addRest } from './cell-pass-scalar.ts'
import { chunkColumn, directoryPage, placesOf } from './directory-reader.ts'
import { entryWidth, type Directory } from './directory.ts'
import { entriesPerPage } from './layout.ts'
import { timeChunkAt, valueChunkAt } from './series-reader.ts'
import type { SignalPlaces, StoredSignal } from './stored-signal.ts'

/** Of the samples within a window that are numbers; physical. NaN where there are none. */
export interface Statistics {
  readonly count: number
  readonly least: number
  readonly greatest: number
  readonly mean: number
}

interface Totals {
  numbers: number
  sum: number
  least: number
  greatest: number
}

/** Exact: whole chunks and whole pages from what the directories say of them, the rest from samples. */
export async function readStatistics(
  cache: Blocks,
  signal: StoredSignal,
  { axis, series }: SignalPlaces,
  fromNs: number,
  toNs: number,
): Promise<Statistics> {
  const totals: Totals = { numbers: 0, sum: 0, least: Infinity, greatest: -Infinity }

  const addPart = async (axisPart: Directory, seriesPart: Directory, first: number, pages: boolean): Promise<void> => {
    const width = entryWidth('valueChunks')
    for (const place of placesOf(axisPart, first, fromNs, toNs)) {
      const row = place.ordinal - first
      if (place.firstNs >= fromNs && place.lastNs <= toNs) {
        const entry = seriesPart.entries.subarray(row * width, (row + 1) * width)
        addEntry(totals, entry)
      } else if (pages) {
        const [axisPage, seriesPage] = await Promise.all([
          directoryPage(cache, axis.chunks, place.ordinal),
          directoryPage(cache, series.chunks, place.ordinal),
        ])
        await addPart(axisPage, seriesPage, place.ordinal * entriesPerPage, false)
      } else {
        const [times, values] = await Promise.all([timeChunkAt(cache, place), valueChunkAt(cache, series.chunks, place)])
        addSamples(totals, times.timeNs, values, fromNs, toNs)
      }
    }
  }
  await addPart(axis.chunks, series.chunks, 0, axis.chunks.paged)

  const { numbers, sum } = totals
  if (numbers === 0) return { count: 0, least: NaN, greatest: NaN, mean: NaN }
  const ends = [totals.least, totals.greatest].map((raw) => raw * signal.factor + signal.offset)
  const mean = (sum / numbers) * signal.factor + signal.offset
  return { count: numbers, least: Math.min(...ends), greatest: Math.max(...ends), mean }
}

function addEntry(totals: Totals, entry: Float64Array): void {
  const numbers = entry[chunkColumn.numbers] ?? 0
  if (numbers === 0) return
  totals.numbers += numbers
  totals.sum += entry[chunkColumn.sum] ?? 0
  totals.least = Math.min(totals.least, entry[chunkColumn.least] ?? 0)
  totals.greatest = Math.max(totals.greatest, entry[chunkColumn.greatest] ?? 0)
}

function addSamples(totals: Totals, times: Float64Array, values: RawValues, fromNs: number, toNs: number): void {
  for (let i = 0; i < times.length; i++) {
    const time = times[i] ?? 0
    const value = values[i] ?? 0
    if (!(time >= fromNs && time <= toNs) || value !== value) continue
    if (value < totals.least) totals.least = value
    if (value > totals.greatest) totals.greatest = value
    Object.assign(totals, addRest(totals, values, i, i + 1))
  }
}
