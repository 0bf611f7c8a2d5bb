import type { ByteSource, ReadWish } from '../byte-source.ts'
import { readExactly } from '../byte-source.ts'
import type { Instant } from '../instant.ts'
import { DamagedBlock, UnsupportedFeature } from '../recording-error.ts'
import { BlockCache } from './block-cache.ts'
import { directoryTotal } from './directory.ts'
import type { StoreIndex, StoredGroup } from './index-form.ts'
import { headBytes, isMagic, version } from './layout.ts'
import { readChunks, readSampleBefore, type RawSamples } from './sample-reader.ts'
import { readSquares } from './squares.ts'
import { readStatistics, type Statistics } from './statistics.ts'
import { readStoreEnd } from './store-end.ts'
import { describeSignals, type SignalPlaces, type StoredSignal } from './stored-signal.ts'
import { readTexts } from './texts-block.ts'
import { readTile } from './tile-reader.ts'
import type { Tile } from './tile.ts'

/** The samples of a window, as many as were asked for at most. */
export interface Samples {
  readonly timeNs: Float64Array
  /** Physical; of text signals places in the texts. */
  readonly values: Float64Array
  /** False when there are more in the window. */
  readonly complete: boolean
}

/** What a cursor shows. */
export interface ValueAt {
  /** Time of the sample. */
  readonly timeNs: number
  readonly raw: number
  /** Physical; of text signals the place in the texts. */
  readonly value: number
  /** The text, or the name of the raw value; null when it has none. */
  readonly text: string | null
}

const cacheBytes = 64 * 1024 * 1024
const samplesGiven = 262_144

/**
 * Opens a store with one or two reads. All methods throw ShortRead, DamagedBlock or UnsupportedFeature where the file is
 * not what docs/reference/signal-store.md says, and whatever the source throws; they may be called again.
 * @param options.cacheBytes memory for blocks that were read, 64 MiB unless told otherwise
 */
export async function openSignalStore(source: ByteSource, options: { cacheBytes?: number } = {}): Promise<SignalStore> {
  const { index, blocksEnd, indexBytes } = await readStoreEnd(source)
  const { signals, places } = describeSignals(index, blocksEnd)
  return new SignalStore(index, signals, places, new BlockCache(source, blocksEnd, options.cacheBytes ?? cacheBytes), indexBytes)
}

/** True when a file begins as a signal store; throws UnsupportedFeature for one of a newer version. */
export async function isSignalStore(source: ByteSource): Promise<boolean> {
  if (source.size < headBytes) return false
  const head = (await readExactly(source, 0, headBytes, 'The head')).slice()
  if (!isMagic(head, 0)) return false
  const found = new DataView(head.buffer).getUint32(8, true)
  if (found > version) throw new UnsupportedFeature(`Version ${found} of the signal store`, 8)
  return true
}

/** The signals of a recording, read block by block. Windows of time are ns since `origin`, ends included. */
export class SignalStore {
  readonly origin: Instant
  readonly groups: readonly StoredGroup[]
  readonly signals: readonly StoredSignal[]
  /** First and last time of all signals; NaN without samples. */
  readonly startNs: number
  readonly endNs: number
  /** Length of the packed index. */
  readonly indexBytes: number
  readonly #index: StoreIndex
  readonly #places: readonly SignalPlaces[]
  readonly #cache: BlockCache

  constructor(
    index: StoreIndex,
    signals: readonly StoredSignal[],
    places: readonly SignalPlaces[],
    cache: BlockCache,
    indexBytes: number,
  ) {
    this.origin = index.origin
    this.groups = index.groups
    this.signals = signals
    this.indexBytes = indexBytes
    this.#index = index
    this.#places = places
    this.#cache = cache
    const times = index.axes.filter(({ chunks }) => chunks.count > 0)
    this.startNs =
      times.length === 0 ? NaN : times.reduce((least, { chunks }) => Math.min(least, directoryTotal(chunks, 3)), Infinity)
    this.endNs =
      times.length === 0 ? NaN : times.reduce((most, { chunks }) => Math.max(most, directoryTotal(chunks, 4)), -Infinity)
  }

  /**
   * Cells of the coarsest level that has at least one cell for each of `columns`; single samples (level -1) where even
   * the finest has fewer. At most 4 * columns + 4,096 cells, or 64 * columns samples.
   */
  tile(signal: StoredSignal, fromNs: number, toNs: number, columns: number, wish?: ReadWish): Promise<Tile> {
    const view = { fromNs, toNs, columns: Math.max(1, Math.ceil(columns)) }
    return readTile(this.#cache.wished(wish), signal, this.#placesOf(signal), view)
  }

  /** The samples of a window, the first `most` of them. */
  async samples(signal: StoredSignal, fromNs: number, toNs: number, most = samplesGiven): Promise<Samples> {
    const chunks: RawSamples[] = []
    let count = 0
    for await (const chunk of this.chunks(signal, fromNs, toNs)) {
      chunks.push(chunk)
      count += chunk.raw.length
      if (count > most) break
    }
    const timeNs = new Float64Array(Math.min(count, most))
    const values = new Float64Array(timeNs.length)
    let at = 0
    for (const chunk of chunks)
      for (let i = 0; i < chunk.raw.length && at < timeNs.length; i++, at++) {
        timeNs[at] = chunk.timeNs[i] ?? 0
        values[at] = (chunk.raw[i] ?? 0) * signal.factor + signal.offset
      }
    return { timeNs, values, complete: count <= most }
  }

  /** The raw samples of a window chunk by chunk, for exports: memory is that of some chunks. */
  chunks(signal: StoredSignal, fromNs = -Infinity, toNs = Infinity, wish?: ReadWish): AsyncGenerator<RawSamples> {
    return readChunks(this.#cache.wished(wish), this.#placesOf(signal), fromNs, toNs)
  }

  /** Exact count, least, greatest and mean of the numbers within a window. */
  statistics(signal: StoredSignal, fromNs: number, toNs: number, wish?: ReadWish): Promise<Statistics> {
    return readStatistics(this.#cache.wished(wish), signal, this.#placesOf(signal), fromNs, toNs)
  }

  /**
   * Squared distances from `mean` of the numbers within a window, summed chunk by chunk: their total by the count is the
   * variance. Samples are read, as many as needed; memory is that of some chunks, and none of them stays.
   */
  squares(signal: StoredSignal, fromNs: number, toNs: number, mean: number, wish?: ReadWish): AsyncGenerator<number> {
    const sources = { kept: this.#cache.wished(wish), passing: this.#cache.passing(wish) }
    return readSquares(sources, signal, this.#placesOf(signal), { fromNs, toNs, mean })
  }

  /** The sample at `timeNs`, or the last one before it; null when there is none. */
  async valueAt(signal: StoredSignal, timeNs: number, wish?: ReadWish): Promise<ValueAt | null> {
    const sample = await readSampleBefore(this.#cache.wished(wish), this.#placesOf(signal), timeNs)
    if (sample === null) return null
    const text = signal.kind === 'text' ? (await this.texts(signal))[sample.raw] : signal.names.get(sample.raw)
    return { ...sample, value: sample.raw * signal.factor + signal.offset, text: text ?? null }
  }

  /** The texts that the values of a text signal are places in; none for a signal of numbers. */
  async texts(signal: StoredSignal): Promise<readonly string[]> {
    const conversion = this.#index.signals[signal.index]?.conversion
    if (conversion?.kind !== 'text' || conversion.textsLength === 0) return []
    const { textsOffset, textsLength } = conversion
    return this.#cache.block(textsOffset, textsLength, textsLength * 2, readTexts)
  }

  #placesOf(signal: StoredSignal): SignalPlaces {
    const places = this.#places[signal.index]
    if (!places) throw new DamagedBlock(`A store without signal ${signal.index}`, 0)
    return places
  }
}
