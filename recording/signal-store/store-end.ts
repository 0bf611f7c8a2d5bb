import { readExactly, type ByteSource } from '../byte-source.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../recording-error.ts'
import type { BlockWriter } from './block-writer.ts'
import { crc32 } from './crc32.ts'
import { deflate, inflate } from './deflate.ts'
import { readIndex, writeIndex, type StoreIndex } from './index-form.ts'
import { headBytes, isMagic, magic, trailerBytes, version } from './layout.ts'

/** Writes the index and the trailer, the last bytes of a store. */
export async function appendIndex(out: BlockWriter, index: StoreIndex): Promise<void> {
  await appendPlainIndex(out, writeIndex(index))
}

/** Packs the bytes of an index and writes them with the trailer. */
export async function appendPlainIndex(out: BlockWriter, plain: Uint8Array<ArrayBuffer>): Promise<void> {
  const packed = await deflate(plain)
  const trailer = new Uint8Array(trailerBytes)
  const view = new DataView(trailer.buffer)
  view.setFloat64(0, out.position, true)
  view.setUint32(8, packed.length, true)
  view.setUint32(12, plain.length, true)
  view.setUint32(16, crc32(packed), true)
  view.setUint32(20, version, true)
  view.setUint32(28, crc32(trailer.subarray(0, 28)), true)
  trailer.set(magic, 32)
  out.append(packed)
  out.append(trailer)
}

/** One read of this length opens most stores. */
const endBytes = 64 * 1024

/** Reads the index with one or two reads; gives also where the blocks end. */
export async function readStoreEnd(source: ByteSource): Promise<{ index: StoreIndex; blocksEnd: number; indexBytes: number }> {
  if (source.size < headBytes + trailerBytes) throw new ShortRead('A signal store', 0, headBytes + trailerBytes, source.size)
  const endAt = Math.max(0, source.size - endBytes)
  const end = await readExactly(source, endAt, source.size - endAt, 'The end of a signal store')
  const trailerAt = source.size - trailerBytes
  const trailer = end.slice(end.length - trailerBytes)
  if (!isMagic(trailer, 32)) throw new DamagedBlock('A signal store without its end (writing it was interrupted)', trailerAt)
  const view = new DataView(trailer.buffer)
  if (view.getUint32(28, true) !== crc32(trailer.subarray(0, 28)))
    throw new DamagedBlock('A signal store whose end has a wrong checksum', trailerAt)
  if (view.getUint32(20, true) > version)
    throw new UnsupportedFeature(`Version ${view.getUint32(20, true)} of the signal store`, trailerAt)
  const at = view.getFloat64(0, true)
  const length = view.getUint32(8, true)
  if (!Number.isInteger(at) || at < headBytes || at + length !== trailerAt)
    throw new DamagedBlock('A signal store whose index is not before its end', trailerAt)
  const packed = at >= endAt ? end.subarray(at - endAt, at - endAt + length) : await readExactly(source, at, length, 'The index')
  if (crc32(packed) !== view.getUint32(16, true)) throw new DamagedBlock('An index whose checksum is wrong', at)
  const plain = await inflate(packed, view.getUint32(12, true), at)
  return { index: readIndex(plain, at), blocksEnd: at, indexBytes: length }
}
