import { DamagedBlock } from '../recording-error.ts'
import type { Blocks } from './block-cache.ts'
import { entryWidth, readPage, type Directory, type DirectoryKind } from './directory.ts'
import { entriesPerPage } from './layout.ts'

/** A block of an axis, and its number among those of its level. */
export interface AxisPlace {
  readonly ordinal: number
  readonly offset: number
  readonly length: number
  /** Samples or cells. */
  readonly count: number
  readonly firstNs: number
  readonly lastNs: number
}

/** Columns of `valueChunks` entries. */
export const chunkColumn = { offset: 0, length: 1, numbers: 2, sum: 3, least: 4, greatest: 5 } as const

// One function for each kind, so that the cache knows a page again.
const pageReaders = {
  axis: (bytes: Uint8Array, offset: number) => readPage(bytes, offset, 'axis'),
  valueChunks: (bytes: Uint8Array, offset: number) => readPage(bytes, offset, 'valueChunks'),
  valueTiles: (bytes: Uint8Array, offset: number) => readPage(bytes, offset, 'valueTiles'),
} as const satisfies Record<DirectoryKind, unknown>

/** A page of a paged directory; pages before the last must be full, so that entries can be counted. */
export async function directoryPage(cache: Blocks, directory: Directory, number: number): Promise<Directory> {
  const width = entryWidth(directory.kind)
  const offset = directory.entries[number * width] ?? NaN
  const length = directory.entries[number * width + 1] ?? NaN
  const page = await cache.block(offset, length, length, pageReaders[directory.kind])
  if (number < directory.count - 1 && page.count !== entriesPerPage)
    throw new DamagedBlock(`A page of ${page.count} entries before the last`, offset)
  return page
}

/** Entry `ordinal` of a series' directory. Throws DamagedBlock when there is none. */
export async function seriesEntry(cache: Blocks, directory: Directory, ordinal: number): Promise<Float64Array> {
  const width = entryWidth(directory.kind)
  const part = directory.paged ? await directoryPage(cache, directory, Math.floor(ordinal / entriesPerPage)) : directory
  const row = directory.paged ? ordinal % entriesPerPage : ordinal
  if (row >= part.count) throw new DamagedBlock(`A directory without entry ${ordinal}`, part.entries[0] ?? 0)
  return part.entries.subarray(row * width, (row + 1) * width)
}

/** Samples or cells of all entries that overlap [fromNs, toNs], at most: no page is read for it. */
export function mostOverlapping(directory: Directory, fromNs: number, toNs: number): number {
  return placesOf(directory, 0, fromNs, toNs).reduce((sum, { count }) => sum + count, 0)
}

/** Samples or cells within [fromNs, toNs] if all entries are spread evenly over their times: no page is read for it. */
export function expectedWithin(directory: Directory, fromNs: number, toNs: number): number {
  return placesOf(directory, 0, fromNs, toNs).reduce((sum, { count, firstNs, lastNs }) => {
    const span = lastNs - firstNs
    return sum + (span > 0 ? (count * (Math.min(lastNs, toNs) - Math.max(firstNs, fromNs))) / span : count)
  }, 0)
}

/** Blocks of an axis that overlap [fromNs, toNs], page by page, in the order of recording. */
export async function* overlapping(
  cache: Blocks,
  directory: Directory,
  fromNs: number,
  toNs: number,
): AsyncGenerator<readonly AxisPlace[]> {
  const places = placesOf(directory, 0, fromNs, toNs)
  if (!directory.paged) {
    if (places.length > 0) yield places
    return
  }
  for (const { ordinal } of places) {
    const page = await directoryPage(cache, directory, ordinal)
    const inside = placesOf(page, ordinal * entriesPerPage, fromNs, toNs)
    if (inside.length > 0) yield inside
  }
}

/** Entries that overlap [fromNs, toNs]; `first` is the ordinal of the first entry. */
export function placesOf(directory: Directory, first: number, fromNs: number, toNs: number): AxisPlace[] {
  const { entries, count } = directory
  const width = entryWidth('axis')
  const places: AxisPlace[] = []
  for (let i = 0; i < count; i++) {
    const at = i * width
    const firstNs = entries[at + 3] ?? NaN
    const lastNs = entries[at + 4] ?? NaN
    if (!(firstNs <= toNs && lastNs >= fromNs)) continue
    const place = { offset: entries[at] ?? NaN, length: entries[at + 1] ?? NaN, count: entries[at + 2] ?? NaN }
    places.push({ ordinal: first + i, ...place, firstNs, lastNs })
  }
  return places
}
