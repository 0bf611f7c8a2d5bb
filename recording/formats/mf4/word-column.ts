import type { ByteSource } from '../../byte-source.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import { channelType, type Channel } from './channels.ts'
import type { RecordBatch } from './record-batch.ts'
import { straightLine } from './straight-line.ts'
import { valueReader, type ValueReader } from './values.ts'

/** A whole number of at most 32 bits in every record: a shifted and masked little-endian word, or one of the rarer kinds. */
export type WordColumn =
  | { kind: 'byte' | 'half' | 'word'; byteOffset: number; shift: number; mask: number }
  /** What a byte of the record stands for after its conversion. */
  | { kind: 'table'; byteOffset: number; table: Uint32Array }
  | { kind: 'constant'; value: number }
  | { kind: 'odd'; read: ValueReader }

/** How to read a channel as a whole number; null when it holds none in the record. Conversions to text are left out. */
export async function wordColumn(source: ByteSource, channel: Channel, recordBytes: number): Promise<WordColumn | null> {
  const { type, conversion, byteOffset, bitOffset, bitCount, dataType } = channel
  if (type === channelType.virtual) {
    const line = await straightLine(source, conversion)
    if (line?.factor === 0) return { kind: 'constant', value: line.offset >>> 0 }
  }
  if (conversion === 0) return plainColumn(channel, recordBytes) ?? oddColumn(source, channel, recordBytes)
  const inOneByte = bitCount > 0 && bitOffset + bitCount <= 8 && byteOffset < recordBytes && dataType <= 3
  if (type !== channelType.fixed || !inOneByte) return oddColumn(source, channel, recordBytes)
  const column = await oddColumn(source, { ...channel, byteOffset: 0 }, 1)
  if (column?.kind !== 'odd') return null
  const every = new DataView(Uint8Array.from({ length: 256 }, (_, byte) => byte).buffer)
  return { kind: 'table', byteOffset, table: Uint32Array.from({ length: 256 }, (_, byte) => column.read(every, byte, 0)) }
}

function plainColumn(channel: Channel, recordBytes: number): WordColumn | null {
  const { byteOffset, bitOffset, bitCount, dataType, type } = channel
  if (type !== channelType.fixed || dataType !== 0 || bitCount === 0 || bitOffset > 7) return null
  const bytes = Math.ceil((bitOffset + bitCount) / 8)
  if (byteOffset + bytes > recordBytes || bytes > 4) return null
  const mask = bitCount === 32 ? 0xffff_ffff : 2 ** bitCount - 1
  if (bytes === 1) return { kind: 'byte', byteOffset, shift: bitOffset, mask }
  if (bytes === 2) return { kind: 'half', byteOffset, shift: bitOffset, mask }
  // Three bytes are read as four: from one byte earlier where the record ends.
  const back = Math.max(0, byteOffset + 4 - recordBytes)
  if (back > byteOffset) return null
  return { kind: 'word', byteOffset: byteOffset - back, shift: bitOffset + back * 8, mask }
}

async function oddColumn(source: ByteSource, channel: Channel, recordBytes: number): Promise<WordColumn | null> {
  let read: ValueReader | null
  try {
    read = await valueReader(source, channel, recordBytes)
  } catch (error) {
    if (!(error instanceof UnsupportedFeature)) throw error
    read = await valueReader(source, { ...channel, conversion: 0 }, recordBytes)
  }
  return read && { kind: 'odd', read }
}

/** The column's numbers of all records of the batch, in the batch's order; odd numbers are taken modulo 2^32. */
export function readWords(column: WordColumn, batch: RecordBatch, into: Uint32Array): void {
  const { bytes, view, starts, count } = batch
  if (column.kind === 'constant') into.fill(column.value, 0, count)
  else if (column.kind === 'odd') {
    for (let i = 0; i < count; i++) into[i] = column.read(view, starts[i] ?? 0, batch.firstIndex + i)
  } else if (column.kind === 'table') {
    const { byteOffset, table } = column
    for (let i = 0; i < count; i++) into[i] = table[bytes[(starts[i] ?? 0) + byteOffset] ?? 0] ?? 0
  } else {
    const { byteOffset, shift, mask } = column
    if (column.kind === 'byte')
      for (let i = 0; i < count; i++) into[i] = ((bytes[(starts[i] ?? 0) + byteOffset] ?? 0) >>> shift) & mask
    else if (column.kind === 'half')
      for (let i = 0; i < count; i++) into[i] = (view.getUint16((starts[i] ?? 0) + byteOffset, true) >>> shift) & mask
    else for (let i = 0; i < count; i++) into[i] = (view.getUint32((starts[i] ?? 0) + byteOffset, true) >>> shift) & mask
  }
}
