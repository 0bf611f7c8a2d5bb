import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'

// Blocks of ASAM MDF 4: "##XX", 4 reserved bytes, u64 length, u64 number of links, the links, the data.
export const blockHeadBytes = 24
/** No block of metadata is near this; a damaged length must not become an allocation. */
const mostMetadataBytes = 16 * 1024 * 1024

export interface BlockHead {
  id: string
  offset: number
  /** Of the whole block, in bytes. */
  length: number
  linkCount: number
}

export interface Block extends BlockHead {
  links: number[]
  /** The part after the links. */
  data: DataView
}

/** An unsigned 64-bit number as a double; beyond 2^53 it is inexact and still larger than any file. */
export function getU64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 0x1_0000_0000 + view.getUint32(at, true)
}

/** The first 24 bytes of the block at `offset`; DamagedBlock when they are not those of one of `ids`. */
export async function readBlockHead(source: ByteSource, offset: number, ids: readonly string[]): Promise<BlockHead> {
  const what = `The ${ids.join(' or ')} block`
  if (!Number.isSafeInteger(offset) || offset >= source.size) throw new ShortRead(what, offset, blockHeadBytes, 0)
  const bytes = await readExactly(source, offset, blockHeadBytes, what)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const id = String.fromCharCode(bytes[2] ?? 0, bytes[3] ?? 0)
  if (bytes[0] !== 0x23 || bytes[1] !== 0x23 || !ids.includes(id)) throw new DamagedBlock(`${what} is not there`, offset)
  return { id, offset, length: getU64(view, 8), linkCount: getU64(view, 16) }
}

/** A whole block of metadata with its links; `leastLinks` and `leastData` are what the caller will touch. */
export async function readBlock(
  source: ByteSource,
  offset: number,
  ids: readonly string[],
  leastLinks: number,
  leastData: number,
): Promise<Block> {
  const head = await readBlockHead(source, offset, ids)
  if (head.length > mostMetadataBytes) throw new DamagedBlock(`A ${head.id} block of ${head.length} bytes`, offset)
  if (head.linkCount < leastLinks || blockHeadBytes + head.linkCount * 8 + leastData > head.length)
    throw new DamagedBlock(`A ${head.id} block with ${head.linkCount} links in ${head.length} bytes`, offset)
  const bytes = await readExactly(source, offset, head.length, `The ${head.id} block`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const links = Array.from({ length: head.linkCount }, (_, i) => getU64(view, blockHeadBytes + i * 8))
  const dataStart = blockHeadBytes + head.linkCount * 8
  return { ...head, links, data: new DataView(bytes.buffer, bytes.byteOffset + dataStart, head.length - dataStart) }
}

/** Text of a TX or MD block, empty for a link to nothing. */
export async function readText(source: ByteSource, offset: number): Promise<string> {
  if (offset === 0) return ''
  const { data } = await readBlock(source, offset, ['TX', 'MD'], 0, 0)
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
}

/** No file has more blocks of one kind; ends chains that a damaged link made endless. */
const longestChain = 1_000_000

/** Follows `next` (link 0) from `first`; DamagedBlock at a block that was already visited. */
export async function* chain<T>(first: number, read: (offset: number) => Promise<{ next: number; item: T }>): AsyncGenerator<T> {
  const visited = new Set<number>()
  for (let offset = first; offset !== 0;) {
    if (visited.has(offset) || visited.size >= longestChain)
      throw new DamagedBlock('A chain of blocks that comes back to a block', offset)
    visited.add(offset)
    const { next, item } = await read(offset)
    yield item
    offset = next
  }
}
