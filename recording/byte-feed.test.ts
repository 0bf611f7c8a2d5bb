import { describe, expect, it } from 'vitest'
import { FeedReader, feedRange } from './byte-feed.ts'
import { memorySource, type ByteSource } from './byte-source.ts'

const bytes = Uint8Array.from({ length: 3 * 2 ** 20 + 77 }, (_, i) => (i * 31) ^ (i >> 8))

/** A source that reads into its caller's memory, and tells into how many different pieces. */
function intoMemory(): { source: ByteSource; pieces: Set<ArrayBufferLike> } {
  const pieces = new Set<ArrayBufferLike>()
  const readInto = async (offset: number, into: Uint8Array): Promise<number> => {
    pieces.add(into.buffer)
    const found = bytes.subarray(offset, offset + into.length)
    into.set(found)
    return found.length
  }
  return { source: { ...memorySource(bytes), readInto }, pieces }
}

async function recordsOf(source: ByteSource, recordBytes: number, reuse: boolean): Promise<Uint8Array> {
  const reader = new FeedReader(feedRange(source, 5, source.size, 1000, reuse), reuse)
  const read = new Uint8Array(source.size - 5)
  let at = 0
  while (await reader.fill(Math.min(recordBytes, read.length - at || 1))) {
    const count = Math.min(recordBytes, reader.left)
    read.set(reader.bytes.subarray(reader.at, reader.at + count), at)
    reader.at += count
    at += count
  }
  return read.subarray(0, at)
}

describe('a feed that uses its memory again', () => {
  it.each([1000, 999, 700_001])('gives records of %i bytes as they are, across chunks too', async (recordBytes) => {
    const { source, pieces } = intoMemory()
    expect(Buffer.compare(await recordsOf(source, recordBytes, true), bytes.subarray(5))).toBe(0)
    expect(pieces.size).toBe(2)
  })

  it('reads from a source that cannot read into memory', async () => {
    expect(Buffer.compare(await recordsOf(memorySource(bytes), 999, true), bytes.subarray(5))).toBe(0)
  })
})
