import { FeedReader, type ByteFeed, type FeedChunk } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { blockHeadBytes, chain, readBlock, readBlockHead } from './blocks.ts'
import { feedFragments } from './fragments.ts'
import type { ReadingBudget } from './reading-budget.ts'

/** Records of one length, one after the other. */
export class RecordFeed {
  #reader: FeedReader
  #recordBytes: number

  constructor(feed: ByteFeed, recordBytes: number) {
    this.#reader = new FeedReader(feed)
    this.#recordBytes = recordBytes
  }

  /** File offset of the next record, for errors. */
  get offset(): number {
    return this.#reader.offset
  }

  /** Copies the next records to the beginning of `into`, at most `most` of them; gives how many: fewer where the data end. */
  async take(most: number, into: Uint8Array): Promise<number> {
    const reader = this.#reader
    const length = this.#recordBytes
    let count = 0
    while (count < most) {
      if (reader.left < length && !(await reader.fill(length))) break
      const n = Math.min(most - count, Math.floor(reader.left / length))
      into.set(reader.bytes.subarray(reader.at, reader.at + n * length), count * length)
      reader.at += n * length
      count += n
    }
    return count
  }
}

/** Column-oriented storage (DV, LD) keeps invalidation bits apart from the values. */
export async function keepsInvalidationApart(source: ByteSource, link: number): Promise<boolean> {
  if (link === 0) return false
  const head = await source.read(link, 4)
  const id = String.fromCharCode(head[2] ?? 0, head[3] ?? 0)
  if (id === 'DV' || id === 'LD') return true
  if (id === 'DZ') {
    const original = await source.read(link + blockHeadBytes, 2)
    return original[0] === 0x44 && original[1] === 0x56
  }
  if (id !== 'HL') return false
  const { links } = await readBlock(source, link, ['HL'], 1, 0)
  return links[0] !== 0 && (await readBlockHead(source, links[0] ?? 0, ['DL', 'LD'])).id === 'LD'
}

const hasInvalidation = 0x8000_0000

/** The invalidation bits behind a link to column-oriented data; nothing where the file keeps none. */
export async function* feedInvalidation(source: ByteSource, link: number, budget: ReadingBudget): AsyncGenerator<FeedChunk> {
  let first = link
  const head = await readBlockHead(source, link, ['DV', 'LD', 'DZ', 'HL'])
  if (head.id === 'HL') first = (await readBlock(source, link, ['HL'], 1, 0)).links[0] ?? 0
  else if (head.id !== 'LD') return
  for await (const links of chain(first, async (offset) => {
    const list = await readBlock(source, offset, ['LD'], 1, 8)
    const count = list.data.getUint32(4, true)
    const apart = (list.data.getUint32(0, true) & hasInvalidation) !== 0
    return { next: list.links[0] ?? 0, item: apart ? list.links.slice(1 + count, 1 + 2 * count) : [] }
  }))
    for (const block of links) yield* feedFragments(source, block, false, budget)
}
