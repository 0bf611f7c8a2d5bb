import type { SignalDescription, RawValues } from '../../signals.ts'
import { type BlockWriter, fields } from './block-writer.ts'
import { channelType, syncTime } from './channels.ts'

/** Where a signal lies in the records of its group. */
export interface StoredColumn {
  description: SignalDescription
  type: RawType
  byteOffset: number
  /** Its invalidation bit, or -1 when every row has a value. */
  invalidBit: number
}

/** A type of raw values with the number that MDF 4 has for it. */
export interface RawType {
  name: string
  dataType: number
  bytes: number
}

const unsignedType = 0
const signedType = 2
const floatType = 4
const invalidationBitCounts = 0x2
const valueLimitsCount = 0x10
/** A conversion counts its references in 16 bits. */
const mostTexts = 60_000

/** The stored type of an array: its own. */
export function rawTypeOf(values: RawValues): RawType {
  const bytes = values.BYTES_PER_ELEMENT
  if (values instanceof Float32Array || values instanceof Float64Array)
    return { name: `float${bytes}`, dataType: floatType, bytes }
  const signed = values instanceof Int8Array || values instanceof Int16Array || values instanceof Int32Array
  return { name: `${signed ? 'signed' : 'unsigned'}${bytes}`, dataType: signed ? signedType : unsignedType, bytes }
}

/** Writes the time and the signals of a group as one chain of channels; gives the first one's offset. */
export async function writeSignalChannels(writer: BlockWriter, columns: readonly StoredColumn[]): Promise<number> {
  let next = 0
  for (const column of columns.toReversed()) {
    const { name, unit, comment, minimum, maximum } = column.description
    const limits = minimum !== undefined && maximum !== undefined ? ([minimum, maximum] as const) : null
    const bit = column.invalidBit
    const links = [
      next,
      0,
      await writer.text('TX', name),
      0,
      await writeConversion(writer, column.description),
      0,
      await writer.text('TX', unit),
      await writer.text('TX', comment ?? ''),
    ]
    const flags = (bit < 0 ? 0 : invalidationBitCounts) | (limits ? valueLimitsCount : 0)
    const place = { byteOffset: column.byteOffset, bits: column.type.bytes * 8, flags, bit: Math.max(0, bit) }
    next = await writer.block('CN', links, channelFields(channelType.fixed, column.type.dataType, place, limits ?? [0, 0]))
  }
  const links = [next, 0, await writer.text('TX', 'time'), 0, 0, 0, await writer.text('TX', 's'), 0]
  const place = { byteOffset: 0, bits: 64, flags: 0, bit: 0 }
  return writer.block('CN', links, channelFields(channelType.master, floatType, place, [0, 0]))
}

function channelFields(
  type: number,
  dataType: number,
  place: { byteOffset: number; bits: number; flags: number; bit: number },
  limits: readonly [number, number],
): Uint8Array {
  return fields(
    ['u8', type],
    ['u8', type === channelType.master ? syncTime : 0],
    ['u8', dataType],
    ['u8', 0],
    ['u32', place.byteOffset],
    ['u32', place.bits],
    ['u32', place.flags],
    ['u32', place.bit],
    ['u8', 0],
    ['u8', 0],
    ['u16', 0],
    ['f64', 0],
    ['f64', 0],
    ['f64', limits[0]],
    ['f64', limits[1]],
    ['f64', 0],
    ['f64', 0],
  )
}

/** The conversion of a signal: its line; its names with the line for all other values; its texts. */
async function writeConversion(writer: BlockWriter, { conversion, names }: SignalDescription): Promise<number> {
  if (conversion.kind === 'text') return writeTexts(writer, [...conversion.texts.entries()], 0)
  const { factor, offset } = conversion
  const line = factor === 1 && offset === 0 ? 0 : await writeLine(writer, factor, offset)
  return names && names.size > 0 ? writeTexts(writer, [...names], line) : line
}

async function writeLine(writer: BlockWriter, factor: number, offset: number): Promise<number> {
  const head = fields(['u8', 1], ['u8', 0], ['u16', 0], ['u16', 0], ['u16', 2], ['f64', 0], ['f64', 0])
  const values = fields(['f64', offset], ['f64', factor])
  return writer.block('CC', [0, 0, 0, 0], Uint8Array.of(...head, ...values))
}

/** Value to text (kind 7); with more texts than one conversion can have, the rest is the default of the first. */
async function writeTexts(
  writer: BlockWriter,
  texts: readonly (readonly [number, string])[],
  otherwise: number,
): Promise<number> {
  const own = texts.slice(0, mostTexts)
  const rest = texts.length > mostTexts ? await writeTexts(writer, texts.slice(mostTexts), otherwise) : otherwise
  const references: number[] = []
  // An empty text needs a block too: a link to nothing would leave the number.
  for (const [, text] of own)
    references.push(text === '' ? await writer.block('TX', [], new Uint8Array(8)) : await writer.text('TX', text))
  const counts = fields(['u16', references.length + 1], ['u16', own.length])
  const data = new Uint8Array(24 + own.length * 8)
  data[0] = 7
  data.set(counts, 4)
  const view = new DataView(data.buffer)
  for (const [i, [key]] of own.entries()) view.setFloat64(24 + i * 8, key, true)
  return writer.block('CC', [0, 0, 0, 0, ...references, rest], data)
}

/** The CG block of a group that is written whole. */
export async function writeSignalGroup(
  writer: BlockWriter,
  group: { name: string; firstChannel: number; records: number; dataBytes: number; invalidationBytes: number },
): Promise<number> {
  return writer.block(
    'CG',
    [0, group.firstChannel, await writer.text('TX', group.name), 0, 0, 0],
    fields(
      ['u64', 0],
      ['u64', group.records],
      ['u16', 0],
      ['u16', 0],
      ['u32', 0],
      ['u32', group.dataBytes],
      ['u32', group.invalidationBytes],
    ),
  )
}
