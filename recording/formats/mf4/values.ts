import type { ByteSource } from '../../byte-source.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import { readBlock } from './blocks.ts'
import { channelType, syncTime, type Channel } from './channels.ts'

/** Reads a channel's number from the record that begins at `at` and is number `index` of its group. */
export type ValueReader = (view: DataView, at: number, index: number) => number

const bigEndianTypes = [1, 3, 5]

/** Reader of a channel's raw number, or null when the channel holds no number inside the record of `recordBytes`. */
function rawReader(channel: Channel, recordBytes: number): ValueReader | null {
  const { byteOffset, bitOffset, bitCount, dataType } = channel
  const bytes = Math.ceil((bitOffset + bitCount) / 8)
  if (dataType > 5 || bitCount === 0 || bitOffset > 7 || byteOffset + bytes > recordBytes || bytes > 8) return null
  const little = !bigEndianTypes.includes(dataType)
  if (dataType === 4 || dataType === 5) {
    if (bitOffset !== 0) return null
    if (bitCount === 64) return (view, at) => view.getFloat64(at + byteOffset, little)
    if (bitCount === 32) return (view, at) => view.getFloat32(at + byteOffset, little)
    return null
  }
  const signed = dataType === 2 || dataType === 3
  if (bitOffset === 0 && !signed) {
    if (bitCount === 8) return (view, at) => view.getUint8(at + byteOffset)
    if (bitCount === 16) return (view, at) => view.getUint16(at + byteOffset, little)
    if (bitCount === 32) return (view, at) => view.getUint32(at + byteOffset, little)
  }
  return bitReader(byteOffset, bitOffset, bitCount, bytes, little, signed)
}

/** Any run of at most 64 bits; beyond 2^53 rounded as doubles are. */
function bitReader(
  byteOffset: number,
  bitOffset: number,
  bitCount: number,
  bytes: number,
  little: boolean,
  signed: boolean,
): ValueReader {
  const divisor = 2 ** bitOffset
  const span = 2 ** bitCount
  return (view, at) => {
    let value = 0
    for (let i = 0; i < bytes; i++) {
      const byte = view.getUint8(at + byteOffset + (little ? bytes - 1 - i : i))
      // The most significant byte may carry bits of a neighbour above the value.
      const above = bitOffset + bitCount - (bytes - 1 - i) * 8
      value = value * 256 + (i === 0 && above < 8 ? byte & (2 ** above - 1) : byte)
    }
    const unsigned = Math.floor(value / divisor)
    return signed && unsigned >= span / 2 ? unsigned - span : unsigned
  }
}

type Conversion = (raw: number) => number

const conversionKind = { identity: 0, linear: 1, rational: 2, interpolatedTable: 4, table: 5 } as const

/** The conversion behind a CC link to a number; null for none; UnsupportedFeature for kinds that give text. */
async function readConversion(source: ByteSource, link: number): Promise<Conversion | null> {
  if (link === 0) return null
  const { data } = await readBlock(source, link, ['CC'], 4, 24)
  const kind = data.getUint8(0)
  const value = (i: number): number => (24 + i * 8 + 8 <= data.byteLength ? data.getFloat64(24 + i * 8, true) : 0)
  if (kind === conversionKind.identity) return null
  if (kind === conversionKind.linear) {
    const [offset, factor] = [value(0), value(1)]
    return (raw) => offset + factor * raw
  }
  if (kind === conversionKind.rational) {
    const [a, b, c, d, e, f] = [value(0), value(1), value(2), value(3), value(4), value(5)]
    return (raw) => (a * raw * raw + b * raw + c) / (d * raw * raw + e * raw + f)
  }
  if (kind === conversionKind.table || kind === conversionKind.interpolatedTable) {
    const pairs = Array.from(
      { length: Math.floor((data.byteLength - 24) / 16) },
      (_, i) => [value(i * 2), value(i * 2 + 1)] as const,
    )
    return (raw) => lookUp(pairs, raw, kind === conversionKind.interpolatedTable)
  }
  throw new UnsupportedFeature(`A conversion of kind ${kind} for a time or a bus number`, link)
}

/** Ends of the table hold beyond it; between two keys the nearer one counts unless interpolated. */
function lookUp(pairs: readonly (readonly [number, number])[], raw: number, interpolated: boolean): number {
  let previous = pairs[0]
  if (!previous || raw <= previous[0]) return previous?.[1] ?? raw
  for (const pair of pairs) {
    if (raw <= pair[0]) {
      const part = (raw - previous[0]) / (pair[0] - previous[0] || 1)
      if (interpolated) return previous[1] + part * (pair[1] - previous[1])
      return part > 0.5 ? pair[1] : previous[1]
    }
    previous = pair
  }
  return previous[1]
}

const virtualTypes: readonly number[] = [channelType.virtualMaster, channelType.virtual]

/** Reader of a channel's physical number; null when it holds no number in the record. Virtual channels convert the record's index. */
export async function valueReader(source: ByteSource, channel: Channel, recordBytes: number): Promise<ValueReader | null> {
  const convert = await readConversion(source, channel.conversion)
  if (virtualTypes.includes(channel.type)) return convert ? (_view, _at, index) => convert(index) : (_view, _at, index) => index
  const raw = rawReader(channel, recordBytes)
  return raw && convert ? (view, at, index) => convert(raw(view, at, index)) : raw
}

/** Reader of a record's time in nanoseconds, or null when the group has no time channel. */
export async function timeReader(
  source: ByteSource,
  channels: readonly Channel[],
  recordBytes: number,
): Promise<ValueReader | null> {
  const isMaster = (c: Channel): boolean => c.type === channelType.master || c.type === channelType.virtualMaster
  const master = channels.find((c) => isMaster(c) && c.syncType <= syncTime)
  const seconds = master && (await valueReader(source, master, recordBytes))
  return seconds ? (view, at, index) => Math.round(seconds(view, at, index) * 1e9) : null
}
