import type { ByteSource } from '../../byte-source.ts'
import { RecordingError } from '../../recording-error.ts'
import type { SignalDescription } from '../../signals.ts'
import { readArray } from './arrays.ts'
import { readText } from './blocks.ts'
import { channelType, readParts, type Channel } from './channels.ts'
import { unchanged, type ConversionReader, type ConversionRule } from './conversions.ts'
import type { ChannelGroup } from './groups.ts'
import type { ReadingBudget } from './reading-budget.ts'
import {
  countedPlace,
  fixedPlace,
  nothing,
  numberColumn,
  textColumn,
  variablePlace,
  type ColumnSource,
  type SignalColumn,
} from './signal-columns.ts'
import { bytesTouched, numberReader, type NumberLayout, type NumberReader } from './signal-numbers.ts'
import { dateReader, timeOfDayReader } from './signal-clocks.ts'
import type { TextEncoding } from './text-decoding.ts'
import { textOfComment } from './text-of-comment.ts'
import type { VariableValues } from './variable-values.ts'

/** What the columns of a group are made from. */
export interface LayoutContext {
  source: ByteSource
  group: ChannelGroup
  conversions: ConversionReader
  budget: ReadingBudget
  /** The values of variable length behind a channel's data link. */
  variableValues(link: number): Promise<VariableValues>
}

const dataType = { complex: 15, complexBig: 16, date: 13, timeOfDay: 14 } as const
const encodings: Readonly<Record<number, TextEncoding>> = { 6: 'latin1', 7: 'utf-8', 8: 'utf-16le', 9: 'utf-16be', 17: 'marked' }
const numberKinds = ['unsigned', 'unsigned', 'signed', 'signed', 'float', 'float'] as const
const allInvalid = 0x1
const invalidationBitCounts = 0x2
const virtualTypes: readonly number[] = [channelType.virtualMaster, channelType.virtual]

/** Where a channel's number lies, `byteShift` bytes after its own place; null when it holds no number. */
export function numberLayout(channel: Channel, byteShift: number): NumberLayout | null {
  const kind = numberKinds[channel.dataType]
  if (!kind) return null
  const { byteOffset, bitOffset, bitCount } = channel
  return { byteOffset: byteOffset + byteShift, bitOffset, bitCount, kind, little: channel.dataType % 2 === 0 }
}

/** The columns of a channel: itself, or its parts, or the elements of its array. Names are not yet unique. */
export async function columnsOf(context: LayoutContext, channel: Channel, prefix = '', byteShift = 0): Promise<SignalColumn[]> {
  const name = prefix === '' || channel.name.startsWith(`${prefix}.`) ? channel.name : `${prefix}.${channel.name}`
  if (channel.array !== 0) return arrayColumns(context, channel, channel.array, name, byteShift, 0)
  if (channel.parts.length > 0) {
    const columns: SignalColumn[] = []
    for (const part of channel.parts) columns.push(...(await columnsOf(context, part, name, byteShift)))
    return columns
  }
  return ownColumns(context, channel, name, byteShift)
}

const deepestArray = 8

async function arrayColumns(
  context: LayoutContext,
  channel: Channel,
  link: number,
  name: string,
  byteShift: number,
  depth: number,
): Promise<SignalColumn[]> {
  const { source, budget } = context
  let array
  try {
    array = await readArray(source, link)
  } catch (error) {
    if (error instanceof RecordingError) return [await unreadable(context, channel, name, error)]
    throw error
  }
  const nested = array.composition !== 0 && (await isBlock(source, array.composition, 'CA'))
  const parts = array.composition === 0 || nested ? [] : await readParts(source, array.composition, budget)
  const columns: SignalColumn[] = []
  for (const element of array.elements) {
    budget.spendChannel(name.length, link)
    const elementName = name + element.index
    const shift = byteShift + element.byteShift
    if (nested && depth < deepestArray)
      columns.push(...(await arrayColumns(context, channel, array.composition, elementName, shift, depth + 1)))
    else if (parts.length > 0) for (const part of parts) columns.push(...(await columnsOf(context, part, elementName, shift)))
    else columns.push(...(await ownColumns(context, channel, elementName, shift)))
  }
  return columns
}

async function isBlock(source: ByteSource, link: number, id: string): Promise<boolean> {
  const head = await source.read(link, 4)
  return head[2] === id.charCodeAt(0) && head[3] === id.charCodeAt(1)
}

async function ownColumns(context: LayoutContext, channel: Channel, name: string, byteShift: number): Promise<SignalColumn[]> {
  const integers = channel.dataType < 4
  let rule: ConversionRule
  try {
    rule = await context.conversions.rule(channel.conversion, integers)
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    const column = await oneColumn(context, channel, unchanged, byteShift)
    return [await described(context, channel, name, column, `Raw values. ${error.message}`)]
  }
  if (channel.dataType === dataType.complex || channel.dataType === dataType.complexBig) {
    const bitCount = channel.bitCount / 2
    const columns: SignalColumn[] = []
    for (const [i, part] of ['re', 'im'].entries()) {
      const half = { ...channel, dataType: channel.dataType === dataType.complex ? 4 : 5, bitCount }
      const column = await oneColumn(context, half, rule, byteShift + (i * bitCount) / 8)
      columns.push(await described(context, channel, `${name}.${part}`, column))
    }
    return columns
  }
  return [await described(context, channel, name, await oneColumn(context, channel, rule, byteShift))]
}

/** The column of one channel, or null when the channel lies outside of its record. */
async function oneColumn(
  context: LayoutContext,
  channel: Channel,
  rule: ConversionRule,
  byteShift: number,
): Promise<ColumnSource | null> {
  const fits = (layout: NumberLayout): boolean =>
    layout.byteOffset >= 0 && layout.byteOffset + bytesTouched(layout) <= context.group.dataBytes
  const reader = (layout: NumberLayout | null): NumberReader | null => (layout && fits(layout) ? numberReader(layout) : null)
  if (virtualTypes.includes(channel.type)) return numberColumn(null, rule)
  const encoding = encodings[channel.dataType] ?? 'hex'
  if (channel.type === channelType.variable) {
    const offsets = reader({ ...numberPlace(channel, byteShift), kind: 'unsigned', little: true })
    return offsets && textColumn(variablePlace(offsets, await context.variableValues(channel.data)), encoding, rule)
  }
  const layout = numberLayout(channel, byteShift)
  if (layout) {
    const numbers = reader(layout)
    if (numbers || !fits(layout)) return numbers && numberColumn(numbers, rule)
  }
  const [byteOffset, byteLength] = [channel.byteOffset + byteShift, Math.floor(channel.bitCount / 8)]
  if (byteOffset < 0 || byteOffset + byteLength > context.group.dataBytes) return null
  if (channel.dataType === dataType.date && byteLength === 7) return numberColumn(dateReader(byteOffset), rule)
  if (channel.dataType === dataType.timeOfDay && byteLength === 6) return numberColumn(timeOfDayReader(byteOffset), rule)
  const length = channel.type === channelType.maxLength && channelAt(context.group.channels, channel.data)
  const count = length ? reader(numberLayout(length, 0)) : null
  return textColumn(count ? countedPlace(byteOffset, byteLength, count) : fixedPlace(byteOffset, byteLength), encoding, rule)
}

function numberPlace(channel: Channel, byteShift: number): { byteOffset: number; bitOffset: number; bitCount: number } {
  return { byteOffset: channel.byteOffset + byteShift, bitOffset: channel.bitOffset, bitCount: channel.bitCount }
}

function channelAt(channels: readonly Channel[], offset: number): Channel | undefined {
  for (const channel of channels) {
    const found = channel.offset === offset ? channel : channelAt(channel.parts, offset)
    if (found) return found
  }
  return undefined
}

async function unreadable(context: LayoutContext, channel: Channel, name: string, error: RecordingError): Promise<SignalColumn> {
  return described(context, channel, name, null, `Not read. ${error.message}`)
}

/** Puts name, unit and comment to a column; without one every row has no value. */
async function described(
  context: LayoutContext,
  channel: Channel,
  name: string,
  column: ColumnSource | null,
  note = '',
): Promise<SignalColumn> {
  const { source, conversions } = context
  const unit = (await conversions.unit(channel.conversion)) || (await readText(source, channel.unit))
  const comment = [note, textOfComment(await readText(source, channel.comment))].filter(Boolean).join(' ')
  context.budget.spendChannel(comment.length, channel.offset)
  const { conversion, names, fill } = column ?? nothing
  const [minimum, maximum] = channel.limits ?? []
  const description: SignalDescription = {
    name,
    unit: textOfComment(unit),
    conversion,
    ...(names && { names }),
    ...(comment !== '' && { comment }),
    ...(minimum !== undefined && { minimum, maximum }),
  }
  const inRecord = channel.invalidationBit < context.group.invalidationBytes * 8
  const invalidBit = channel.flags & invalidationBitCounts && inRecord ? channel.invalidationBit : null
  return {
    description,
    conversion,
    fill,
    invalidBit,
    absent: column === null || (channel.flags & allInvalid) !== 0,
    ...(names && { names }),
  }
}
