import type { FeedChunk } from '../../byte-feed.ts'
import { feedRange } from '../../byte-feed.ts'
import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { blockHeadBytes, chain, getU64, readBlock, readBlockHead } from './blocks.ts'
import type { ReadingBudget } from './reading-budget.ts'
import { unpack } from './unpack.ts'

/** A piece of a data stream: plain bytes in the file, or one compressed block. */
export type Fragment = { kind: 'plain'; offset: number; length: number } | { kind: 'packed'; offset: number; length: number }

const dataBlocks = ['DT', 'DV', 'DI', 'SD', 'RD', 'DZ']
const entryBlocks = [...dataBlocks, 'DL', 'HL', 'LD']

/** Largest unpacked block; the standard asks for 4 MiB, some writers take more. */
const mostUnpackedBytes = 64 * 1024 * 1024

/**
 * The pieces of the data behind a data link, in order. `unfinalized`: the last DT block may have no length yet
 * and then reaches to the end of the file.
 */
export async function* fragmentsOf(source: ByteSource, link: number, unfinalized: boolean): AsyncGenerator<Fragment> {
  if (link === 0) return
  const head = await readBlockHead(source, link, entryBlocks)
  if (head.id === 'HL') {
    const list = await readBlock(source, link, ['HL'], 1, 0)
    yield* fragmentsOfList(source, list.links[0] ?? 0, unfinalized)
  } else if (head.id === 'DL' || head.id === 'LD') yield* fragmentsOfList(source, link, unfinalized)
  else yield await fragmentAt(source, link, unfinalized)
}

async function* fragmentsOfList(source: ByteSource, first: number, unfinalized: boolean): AsyncGenerator<Fragment> {
  for await (const links of chain(first, async (offset) => {
    const list = await readBlock(source, offset, ['DL', 'LD'], 1, 0)
    return { next: list.links[0] ?? 0, item: dataLinks(list.id, list.links, list.data) }
  })) {
    for (const link of links) {
      if (link === 0) continue
      yield await fragmentAt(source, link, unfinalized)
    }
  }
}

function dataLinks(id: string, links: number[], data: DataView): number[] {
  if (id === 'DL') return links.slice(1)
  // LD: flags, count, then `count` data links and, with bit 31 set, as many to invalidation data.
  const count = data.byteLength >= 8 ? data.getUint32(4, true) : links.length - 1
  return links.slice(1, 1 + count)
}

async function fragmentAt(source: ByteSource, offset: number, unfinalized: boolean): Promise<Fragment> {
  const head = await readBlockHead(source, offset, dataBlocks)
  const start = offset + blockHeadBytes
  if (head.id === 'DZ') {
    if (offset + head.length > source.size) throw new ShortRead('A DZ block', offset, head.length, source.size - offset)
    return { kind: 'packed', offset, length: head.length }
  }
  if (unfinalized && (head.length <= blockHeadBytes || offset + head.length > source.size))
    return { kind: 'plain', offset: start, length: source.size - start }
  if (head.length < blockHeadBytes) throw new DamagedBlock(`A ${head.id} block of ${head.length} bytes`, offset)
  return { kind: 'plain', offset: start, length: head.length - blockHeadBytes }
}

/**
 * The bytes behind a data link, block by block; where a block begins with a record, so do the chunks of `recordBytes`.
 * `reuse` as `feedRange` has it.
 */
export async function* feedFragments(
  source: ByteSource,
  link: number,
  unfinalized: boolean,
  budget: ReadingBudget,
  recordBytes = 1,
  reuse = false,
): AsyncGenerator<FeedChunk> {
  for await (const fragment of fragmentsOf(source, link, unfinalized)) {
    budget.spendData(Math.min(fragment.length, source.size - fragment.offset), fragment.offset)
    if (fragment.kind === 'packed')
      yield { bytes: await unpackFragment(source, fragment.offset), offset: fragment.offset, exact: false }
    else {
      const end = fragment.offset + fragment.length
      yield* feedRange(source, fragment.offset, Math.min(end, source.size), recordBytes, reuse)
      if (end > source.size)
        throw new ShortRead('A data block', fragment.offset, fragment.length, Math.max(0, source.size - fragment.offset))
    }
  }
}

// DZ: original block id (2), zip type (1), reserved (1), zip parameter (4), original length (8), packed length (8), data.
const packedHeadBytes = 24

/** Number of bytes that the DZ block at `offset` unpacks to, as it says. */
export async function unpackedLength(source: ByteSource, offset: number): Promise<number> {
  const bytes = await readExactly(source, offset + blockHeadBytes, packedHeadBytes, 'A DZ block')
  return getU64(new DataView(bytes.buffer, bytes.byteOffset), 8)
}

/** The unpacked data of the DZ block at `offset`. */
export async function unpackFragment(source: ByteSource, offset: number): Promise<Uint8Array> {
  const head = await readExactly(source, offset + blockHeadBytes, packedHeadBytes, 'A DZ block')
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const zipType = head[2] ?? 0
  const unpackedLength = getU64(view, 8)
  const packedLength = getU64(view, 16)
  if (zipType > 1) throw new UnsupportedFeature(`Compression kind ${zipType}`, offset)
  if (unpackedLength > mostUnpackedBytes) throw new DamagedBlock(`A DZ block that unpacks to ${unpackedLength} bytes`, offset)
  const dataStart = offset + blockHeadBytes + packedHeadBytes
  if (dataStart + packedLength > source.size)
    throw new ShortRead('A DZ block', offset, packedLength, Math.max(0, source.size - dataStart))
  if (packedLength > mostUnpackedBytes) throw new DamagedBlock(`A DZ block of ${packedLength} bytes`, offset)
  const packed = await readExactly(source, dataStart, packedLength, 'A DZ block')
  const transposedColumns = zipType === 1 ? view.getUint32(4, true) : 0
  return unpack(packed, unpackedLength, transposedColumns, offset)
}
