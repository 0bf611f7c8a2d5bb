import type { Catalog, Message, Signal } from '../catalog.ts'
import { Attributes } from './attributes.ts'
import { applyDetails } from './details.ts'
import type { Draft, MessageDraft, SignalDraft } from './draft.ts'
import { resolveMultiplexing } from './multiplexing.ts'

const extendedIdBit = 0x8000_0000
const greatestStandardId = 0x7ff
const greatestExtendedId = 0x1fff_ffff

/** Puts the statements of a file together. */
export function assemble(draft: Draft, name: string): Catalog {
  const attributes = new Attributes(draft)
  const { comment } = applyDetails(draft, attributes)
  resolveMultiplexing(draft)
  const messages = [...draft.messages.values()].map((message) => assembleMessage(draft, message, attributes))
  return { name, messages, ...(comment ? { comment } : {}), notes: draft.notes.toNotes() }
}

function assembleMessage(draft: Draft, message: MessageDraft, attributes: Attributes): Message {
  const { id, extended } = identifier(draft, message)
  const own = message.attributes
  const format = attributes.frameFormat(own)
  const cycle = Number(attributes.effective('message', 'GenMsgCycleTime', own) ?? 0)
  // A file of J1939 messages may hold others, which then say so themselves.
  const j1939 = extended && (format.effective === 'J1939PG' || (format.own === undefined && attributes.networkIsJ1939))
  const sender = attributes.nodeNames.get(message.sender) ?? message.sender
  return {
    name: longName(own, 'SystemMessageLongSymbol', message.name),
    id,
    extended,
    length: message.length,
    ...(format.effective?.endsWith('_FD') ? { fd: true } : {}),
    ...(j1939 ? { j1939: true } : {}),
    ...(cycle > 0 ? { cycleMs: cycle } : {}),
    ...(sender ? { sender } : {}),
    ...(message.comment ? { comment: message.comment } : {}),
    ...(own.size > 0 ? { attributes: Object.fromEntries(own) } : {}),
    signals: assembleSignals(draft, message),
  }
}

function identifier(draft: Draft, { number, name, line }: MessageDraft): { id: number; extended: boolean } {
  const marked = number >= extendedIdBit
  const bits = marked ? number - extendedIdBit : number
  const extended = marked || bits > greatestStandardId
  if (!marked && extended) draft.notes.add(line, `Message ${name} has an identifier of 29 bits without its mark, bit 31.`)
  if (bits <= greatestExtendedId) return { id: bits, extended }
  draft.notes.add(line, `The identifier of message ${name} has more than 29 bits; the lower 29 are taken.`)
  return { id: bits % (greatestExtendedId + 1), extended: true }
}

function assembleSignals(draft: Draft, message: MessageDraft): Signal[] {
  const longNames = new Map<string, string>()
  const taken = new Set<string>()
  for (const { name, line, attributes } of message.signals.values()) {
    let full = longName(attributes, 'SystemSignalLongSymbol', name)
    if (taken.has(full)) {
      draft.notes.add(line, `Signal ${name} has the long name ${full} of another signal; its short name is kept.`)
      full = name
    }
    taken.add(full)
    longNames.set(name, full)
  }
  for (const signal of message.signals.values()) noteOddities(draft, message, signal)
  return [...message.signals.values()].map((signal) => assembleSignal(signal, longNames))
}

function noteOddities(draft: Draft, message: MessageDraft, signal: SignalDraft): void {
  const { line, name, factor } = signal
  if (lastByte(signal) > message.length)
    draft.notes.add(line, `Signal ${name} lies outside the ${message.length} bytes of message ${message.name}.`)
  if (factor === 0) draft.notes.add(line, `Signal ${name} has the factor 0: its value is always its offset.`)
}

function assembleSignal(draft: SignalDraft, longNames: ReadonlyMap<string, string>): Signal {
  const { name, startBit, bitCount, byteOrder, signed, factor, offset, minimum, maximum, unit } = draft
  const { float, comment, names, multiplexer, multiplexed, attributes } = draft
  const long = (short: string): string => longNames.get(short) ?? short
  return {
    name: long(name),
    startBit,
    bitCount,
    byteOrder,
    signed,
    ...(float ? { float } : {}),
    factor,
    offset,
    minimum,
    maximum,
    unit,
    ...(comment ? { comment } : {}),
    ...(names ? { names } : {}),
    ...(multiplexer ? { multiplexer } : {}),
    ...(multiplexed ? { multiplexed: { by: long(multiplexed.by), ranges: multiplexed.ranges } } : {}),
    ...(attributes.size > 0 ? { attributes: Object.fromEntries(attributes) } : {}),
  }
}

/** How many bytes a frame must have to hold the signal. */
function lastByte({ startBit, bitCount, byteOrder }: Pick<Signal, 'startBit' | 'bitCount' | 'byteOrder'>): number {
  if (byteOrder === 'little') return Math.ceil((startBit + bitCount) / 8)
  // From bit 7 of its first byte a big-endian signal goes down without gaps.
  return (startBit >> 3) + Math.ceil((7 - (startBit & 7) + bitCount) / 8)
}

function longName(attributes: ReadonlyMap<string, string | number>, attribute: string, short: string): string {
  const long = attributes.get(attribute)
  return typeof long === 'string' && long !== '' ? long : short
}
