import { DamagedBlock } from '../recording-error.ts'
import type { RawValues } from '../signals.ts'
import type { Blocks } from './block-cache.ts'
import { seriesEntry, type AxisPlace } from './directory-reader.ts'
import type { Directory } from './directory.ts'
import { mostRowsPerChunk } from './layout.ts'
import { readTimeChunk, readTimeTile, type TimeChunk, type TimeTile } from './time-block.ts'
import { readValueChunk, readValueTile, type ValueTile } from './value-block.ts'

export async function timeChunkAt(cache: Blocks, place: AxisPlace): Promise<TimeChunk> {
  const chunk = await cache.block(place.offset, place.length, weightOf(place, 8), readTimeChunk)
  if (chunk.timeNs.length !== place.count)
    throw new DamagedBlock(`A chunk of ${chunk.timeNs.length} times for ${place.count}`, place.offset)
  return chunk
}

export async function timeTileAt(cache: Blocks, place: AxisPlace): Promise<TimeTile> {
  const tile = await cache.block(place.offset, place.length, weightOf(place, 17), readTimeTile)
  if (tile.count !== place.count) throw new DamagedBlock(`A tile of ${tile.count} cells for ${place.count}`, place.offset)
  return tile
}

/** What a block takes in memory at most; never more than a good block can, whatever a damaged directory says. */
function weightOf({ count, length }: AxisPlace, bytesEach: number): number {
  return Math.max(length, Math.min(count, mostRowsPerChunk) * bytesEach)
}

/** The raw values of a series that belong to a chunk of its axis. */
export async function valueChunkAt(cache: Blocks, directory: Directory, place: AxisPlace): Promise<RawValues> {
  const [offset = NaN, length = NaN] = await seriesEntry(cache, directory, place.ordinal)
  const values = await cache.block(offset, length, weightOf(place, 8), readValueChunk)
  if (values.length !== place.count) throw new DamagedBlock(`${values.length} values for ${place.count} times`, offset)
  return values
}

export async function valueTileAt(cache: Blocks, directory: Directory, place: AxisPlace): Promise<ValueTile> {
  const [offset = NaN, length = NaN] = await seriesEntry(cache, directory, place.ordinal)
  const tile = await cache.block(offset, length, weightOf(place, 32), readValueTile)
  if (tile.count !== place.count) throw new DamagedBlock(`Values of ${tile.count} cells for ${place.count}`, offset)
  return tile
}
