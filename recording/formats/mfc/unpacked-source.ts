import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import { mostPackedBytes, unshrink, type HeatshrinkShape, type HeatshrinkState } from './heatshrink.ts'

// "Generic File", file version (2 bytes), kind, kind's version, device id (u32), then for the compressed kind
// lookahead bits (u32) and window bytes (u32), big-endian (public source of the maker's converter,
// github.com/CSS-Electronics/mdf4-converters, GenericFiles/).
const magic = 'Generic File'
const kindAt = 14
const lookaheadAt = 20
const windowAt = 24
const headBytes = 28
const kind = { encrypted: 0x11, compressed: 0x22 } as const

const chunkBytes = 1024 * 1024
const chunksKept = 4

/** True for the container of a CANedge logger, compressed or encrypted. */
export function isGenericFile(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, magic.length)) === magic
}

interface Chunk {
  /** Where its bytes begin in the unpacked file. */
  start: number
  /** Where its packed bytes begin in the file, the bits of the first one to pass over, and what copies reach back to. */
  packedStart: number
  bit: number
  window: Uint8Array
}

/**
 * The recording inside a compressed container. One pass finds its length and a place to begin at for each MiB
 * (1 KiB is kept per MiB); reads then unpack only the MiB they touch.
 * Throws UnsupportedFeature for an encrypted container.
 */
export async function unpackedSource(source: ByteSource): Promise<ByteSource> {
  const shape = await readShape(source)
  const chunks: Chunk[] = []
  let size = 0
  const unpack = async (chunk: Chunk): Promise<{ bytes: Uint8Array; state: HeatshrinkState }> => {
    const packed = await source.read(chunk.packedStart, mostPackedBytes(chunkBytes))
    const state = { bit: chunk.bit, window: chunk.window }
    return { bytes: unshrink(packed, state, shape, chunkBytes), state }
  }
  let next: Chunk = { start: 0, packedStart: headBytes, bit: 0, window: new Uint8Array(2 ** shape.windowBits) }
  for (;;) {
    const { bytes, state } = await unpack(next)
    if (bytes.length === 0) break
    chunks.push(next)
    size += bytes.length
    next = { start: size, packedStart: next.packedStart + (state.bit >>> 3), bit: state.bit & 7, window: state.window }
  }
  return { size, read: chunkedRead(chunks, size, async (chunk) => (await unpack(chunk)).bytes) }
}

async function readShape(source: ByteSource): Promise<HeatshrinkShape> {
  const head = await readExactly(source, 0, headBytes, 'The head of the compressed recording')
  if (!isGenericFile(head)) throw new DamagedBlock('The file does not begin with "Generic File"', 0)
  if (head[kindAt] === kind.encrypted)
    throw new UnsupportedFeature(
      "Encryption (.MFE, .MFM: decrypt the file first with its password and the maker's converter)",
      kindAt,
    )
  if (head[kindAt] !== kind.compressed || head[kindAt + 1] !== 1)
    throw new UnsupportedFeature(`A "Generic File" of kind ${head[kindAt]}, version ${head[kindAt + 1]}`, kindAt)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const windowBits = Math.log2(view.getUint32(windowAt))
  const lookaheadBits = view.getUint32(lookaheadAt)
  // Loggers write 4 and 1024. Longer copies would let a small damaged file unpack to terabytes.
  if (!Number.isInteger(windowBits) || windowBits < 4 || windowBits > 15)
    throw new UnsupportedFeature(`A compression window of ${view.getUint32(windowAt)} bytes`, windowAt)
  if (lookaheadBits < 3 || lookaheadBits > 8) throw new UnsupportedFeature(`A lookahead of ${lookaheadBits} bits`, lookaheadAt)
  return { windowBits, lookaheadBits }
}

function chunkedRead(chunks: readonly Chunk[], size: number, load: (chunk: Chunk) => Promise<Uint8Array>): ByteSource['read'] {
  const kept = new Map<number, Promise<Uint8Array>>()
  const bytesOf = (index: number, chunk: Chunk): Promise<Uint8Array> => {
    const loading = kept.get(index) ?? load(chunk)
    kept.delete(index)
    kept.set(index, loading)
    loading.catch(() => kept.delete(index))
    const oldest = kept.keys().next()
    if (kept.size > chunksKept && !oldest.done) kept.delete(oldest.value)
    return loading
  }
  return async (offset, length) => {
    const end = Math.min(size, offset + length)
    if (end <= offset) return new Uint8Array(0)
    const out = new Uint8Array(end - offset)
    for (let index = lastAtOrBefore(chunks, offset), chunk = chunks[index]; chunk && chunk.start < end; chunk = chunks[++index]) {
      const bytes = await bytesOf(index, chunk)
      const from = Math.max(0, offset - chunk.start)
      out.set(bytes.subarray(from, end - chunk.start), chunk.start + from - offset)
    }
    return out
  }
}

function lastAtOrBefore(chunks: readonly Chunk[], offset: number): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((chunks[middle]?.start ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
