import type { RawValues } from '../signals.ts'
import type { Blocks } from './block-cache.ts'
import { chunkColumn, overlapping, seriesEntry, type AxisPlace } from './directory-reader.ts'
import { timeChunkAt, valueChunkAt } from './series-reader.ts'
import type { SignalPlaces, StoredSignal } from './stored-signal.ts'
import { ahead } from './tile-reader.ts'

interface Within {
  readonly fromNs: number
  readonly toNs: number
  /** Physical. */
  readonly mean: number
}

/** Where blocks come from: those that others will want again, and those that are read once only. */
interface BlockSources {
  readonly kept: Blocks
  readonly passing: Blocks
}

type Part = { readonly same: number; readonly numbers: number } | { readonly times: Float64Array | null; readonly raw: RawValues }

/**
 * The squared distances of a window's numbers from their mean, summed chunk by chunk. What a directory says of a chunk
 * spares reading it where all its numbers are the same; of chunks that lie in the window whole no times are read.
 */
export async function* readSquares(
  { kept, passing }: BlockSources,
  { factor, offset }: StoredSignal,
  { axis, series }: SignalPlaces,
  { fromNs, toNs, mean }: Within,
): AsyncGenerator<number> {
  const read = async (place: AxisPlace): Promise<Part> => {
    const isWhole = place.firstNs >= fromNs && place.lastNs <= toNs
    const entry = await seriesEntry(kept, series.chunks, place.ordinal)
    const [numbers = 0, least = NaN, greatest = NaN] = [
      entry[chunkColumn.numbers],
      entry[chunkColumn.least],
      entry[chunkColumn.greatest],
    ]
    if (isWhole && (numbers === 0 || least === greatest)) return { same: least, numbers }
    const raw = valueChunkAt(passing, series.chunks, place)
    const times = isWhole ? null : (await timeChunkAt(kept, place)).timeNs
    return { times, raw: await raw }
  }
  const squared = (value: number): number => {
    const distance = value * factor + offset - mean
    // what is no number is none of those counted
    return distance === distance ? distance * distance : 0
  }
  for await (const places of overlapping(kept, axis.chunks, fromNs, toNs))
    for await (const { value: part } of ahead(places, read)) {
      let sum = 0
      if ('same' in part) sum = part.numbers === 0 ? 0 : squared(part.same) * part.numbers
      else {
        const { times, raw } = part
        for (let i = 0; i < raw.length; i++) {
          const time = times?.[i] ?? fromNs
          if (time >= fromNs && time <= toNs) sum += squared(raw[i] ?? NaN)
        }
      }
      yield sum
    }
}
