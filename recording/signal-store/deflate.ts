import { DamagedBlock } from '../recording-error.ts'

/** Packs bytes as raw deflate (RFC 1951). */
export async function deflate(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/** Unpacks exactly `length` bytes; stops as soon as more come out. `offset` names the index in errors. */
export async function inflate(packed: Uint8Array, length: number, offset: number): Promise<Uint8Array> {
  // Deflate gives at most 1032 bytes for one: a stated length beyond that is not believed, and not allocated.
  if (length > packed.length * 1032) throw new DamagedBlock(`An index of ${packed.length} bytes that states ${length}`, offset)
  const plain = new Uint8Array(length)
  let at = 0
  const reader = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      if (at + value.length > length) throw new DamagedBlock(`An index that unpacks to more than its ${length} bytes`, offset)
      plain.set(value, at)
      at += value.length
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    if (error instanceof DamagedBlock) throw error
    throw new DamagedBlock('An index whose compressed data are broken', offset)
  }
  if (at < length) throw new DamagedBlock(`An index that unpacks to ${at} instead of ${length} bytes`, offset)
  return plain
}
