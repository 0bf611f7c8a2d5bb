import type { RawValues } from '../signals.ts'
import type { Blocks } from './block-cache.ts'
import { directoryPage, overlapping, placesOf, type AxisPlace } from './directory-reader.ts'
import type { Directory } from './directory.ts'
import { entriesPerPage } from './layout.ts'
import { takeRows } from './row-mask.ts'
import { timeChunkAt, valueChunkAt } from './series-reader.ts'
import type { SignalPlaces } from './stored-signal.ts'
import { ahead } from './tile-reader.ts'
import { rowsWithin } from './tile.ts'

/** Consecutive samples as recorded. */
export interface RawSamples {
  readonly timeNs: Float64Array
  readonly raw: RawValues
}

/** One sample. */
export interface Sample {
  readonly timeNs: number
  readonly raw: number
}

/** The samples within [fromNs, toNs], chunk by chunk in the order of recording. */
export async function* readChunks(
  cache: Blocks,
  { axis, series }: SignalPlaces,
  fromNs: number,
  toNs: number,
): AsyncGenerator<RawSamples> {
  const read = async (place: AxisPlace) => Promise.all([timeChunkAt(cache, place), valueChunkAt(cache, series.chunks, place)])
  for await (const places of overlapping(cache, axis.chunks, fromNs, toNs))
    for await (const { place, value } of ahead(places, read)) {
      const [{ timeNs }, raw] = value
      if (place.firstNs >= fromNs && place.lastNs <= toNs) yield { timeNs, raw }
      else {
        const rows = rowsWithin(timeNs, timeNs, fromNs, toNs)
        const first = rows[0] ?? 0
        const end = (rows.at(-1) ?? -1) + 1
        // Where time falls, samples outside lie between those inside.
        if (rows.length === end - first) {
          if (rows.length > 0) yield { timeNs: timeNs.subarray(first, end), raw: raw.subarray(first, end) }
        } else yield { timeNs: Float64Array.from(rows, (row) => timeNs[row] ?? 0), raw: takeRows(raw, rows) }
      }
    }
}

/** The sample at `timeNs` or the last one before it: what a cursor shows. Null when there is none. */
export async function readSampleBefore(cache: Blocks, { axis, series }: SignalPlaces, timeNs: number): Promise<Sample | null> {
  let best: { place: AxisPlace; row: number; timeNs: number } | null = null
  const reach = (place: AxisPlace) => Math.min(place.lastNs, timeNs)
  const look = async (directory: Directory, first: number, pages: boolean): Promise<void> => {
    const places = placesOf(directory, first, -Infinity, timeNs)
    // Where time never falls the first one has it; else others may reach as late.
    places.sort((a, b) => reach(b) - reach(a) || b.ordinal - a.ordinal)
    for (const place of places) {
      if (best !== null && reach(place) < best.timeNs) return
      if (pages) {
        await look(await directoryPage(cache, axis.chunks, place.ordinal), place.ordinal * entriesPerPage, false)
        continue
      }
      const row = lastBefore((await timeChunkAt(cache, place)).timeNs, timeNs)
      const time = row?.timeNs ?? NaN
      if (row && (best === null || time > best.timeNs || (time === best.timeNs && place.ordinal > best.place.ordinal)))
        best = { place, ...row }
    }
  }
  await look(axis.chunks, 0, axis.chunks.paged)
  return best === null ? null : sampleAt(cache, series.chunks, best)
}

async function sampleAt(cache: Blocks, chunks: Directory, at: { place: AxisPlace; row: number; timeNs: number }) {
  const values = await valueChunkAt(cache, chunks, at.place)
  return { timeNs: at.timeNs, raw: values[at.row] ?? NaN }
}

/** The latest time that is not after `timeNs`, and the last row that has it. */
function lastBefore(times: Float64Array, timeNs: number): { row: number; timeNs: number } | null {
  let found = -1
  let latest = -Infinity
  for (let row = 0; row < times.length; row++) {
    const time = times[row] ?? NaN
    if (!(time <= timeNs && time >= latest)) continue
    latest = time
    found = row
  }
  return found < 0 ? null : { row: found, timeNs: latest }
}
