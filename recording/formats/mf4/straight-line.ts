import type { ByteSource } from '../../byte-source.ts'
import { readBlock } from './blocks.ts'

/** What a conversion does when it is a straight line: none, identity (kind 0) or linear (kind 1); null for all others. */
export async function straightLine(source: ByteSource, link: number): Promise<{ factor: number; offset: number } | null> {
  if (link === 0) return { factor: 1, offset: 0 }
  const { data } = await readBlock(source, link, ['CC'], 4, 24)
  const kind = data.getUint8(0)
  if (kind === 0) return { factor: 1, offset: 0 }
  if (kind !== 1 || data.byteLength < 40) return null
  return { offset: data.getFloat64(24, true), factor: data.getFloat64(32, true) }
}
