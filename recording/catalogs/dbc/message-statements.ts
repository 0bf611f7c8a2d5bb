import type { Draft, MessageDraft, SignalDraft } from './draft.ts'
import { StatementFault, type StatementReader } from './statement-reader.ts'
import { statementWords } from './keywords.ts'

/** Holds signals that belong to no message. */
const independentSignals = 'VECTOR__INDEPENDENT_SIG_MSG'
/** J1939 transports 1,785 bytes, its extension 117 MB; what a message needs lies far below. */
const mostBytes = 0xffff
const mostSignals = 1_000_000

/** `BO_ 2364540158 EEC1: 8 Vector__XXX`; null when the message is left out, its signals with it. */
export function readMessage(reader: StatementReader, draft: Draft): MessageDraft | null {
  const line = reader.tokens.line
  reader.tokens.advance()
  const number = reader.messageNumber()
  const name = reader.name('the name of a message')
  reader.pass(':')
  const length = reader.integer("a message's length", 0, mostBytes)
  const sender = senderName(reader, line)
  if (name === independentSignals) {
    draft.leftOut.add(number)
    return null
  }
  const known = draft.messages.get(number)
  if (known) throw new StatementFault(`Message ${name} has the number of ${known.name} (line ${known.line}), which is kept`, line)
  const message: MessageDraft = { line, name, number, length, sender, attributes: new Map(), signals: new Map() }
  draft.messages.set(number, message)
  return message
}

function senderName(reader: StatementReader, line: number): string {
  const { tokens } = reader
  if (tokens.line !== line || tokens.kind !== 'word' || statementWords.has(tokens.value)) return ''
  const sender = tokens.takeName() ?? ''
  reader.pass(';')
  return sender === 'Vector__XXX' ? '' : sender
}

/** ` SG_ Speed m3 : 7|16@0- (0.01,-40) [0|655.35] "km/h" Dash,Logger` */
export function readSignal(reader: StatementReader, message: MessageDraft | null, signalCount: number): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  const name = reader.name('the name of a signal')
  const { multiplexer, value } = multiplexing(reader)
  reader.pass(':')
  const startBit = reader.integer('the first bit of a signal', 0, mostBytes * 8)
  reader.demand('|')
  const bitCount = reader.integer("a signal's bits", 0, mostBytes * 8)
  reader.demand('@')
  const byteOrder = reader.integer('the byte order', 0, 1) === 1 ? 'little' : 'big'
  const signed = reader.pass('-')
  if (!signed) reader.demand('+')
  const { factor, offset } = scale(reader)
  const [minimum, maximum] = range(reader)
  const unit = reader.tokens.kind === 'string' ? reader.string('a unit') : ''
  passReceivers(reader)
  if (message === null) return
  if (bitCount === 0) throw new StatementFault(`Signal ${name} has no bits and is passed over`, line)
  const known = message.signals.get(name)
  if (known)
    throw new StatementFault(`Message ${message.name} has a signal ${name} already (line ${known.line}), which is kept`, line)
  if (signalCount >= mostSignals) throw new StatementFault(`Signals beyond ${mostSignals} are passed over`, line)
  const signal: SignalDraft = {
    line,
    name,
    value,
    startBit,
    bitCount,
    byteOrder,
    signed,
    factor,
    offset,
    minimum,
    maximum,
    unit,
    attributes: new Map(),
  }
  if (multiplexer) signal.multiplexer = true
  message.signals.set(name, signal)
}

/** `M` a multiplexer (some write `m`), `m3` multiplexed, `m3M` both. */
function multiplexing(reader: StatementReader): { multiplexer: boolean; value: number | null } {
  const { kind, value } = reader.tokens
  const found = kind === 'word' ? /^(?:[Mm]|m(\d{1,15})(M?))$/.exec(value) : null
  if (!found) return { multiplexer: false, value: null }
  reader.tokens.advance()
  if (found[1] === undefined) return { multiplexer: true, value: null }
  return { multiplexer: found[2] === 'M', value: Number(found[1]) }
}

function scale(reader: StatementReader): { factor: number; offset: number } {
  if (!reader.pass('(')) return { factor: 1, offset: 0 }
  const factor = reader.number('a factor')
  reader.demand(',')
  const offset = reader.number('an offset')
  reader.demand(')')
  return { factor, offset }
}

function range(reader: StatementReader): [number, number] {
  if (!reader.pass('[')) return [0, 0]
  const least = limit(reader)
  reader.demand('|')
  const most = limit(reader)
  reader.demand(']')
  // 0|0 says that no range is stated; so does a range that no number can lie in.
  return Number.isFinite(least) && Number.isFinite(most) ? [least, most] : [0, 0]
}

/** A limit; NaN where tools print `inf`, `-1.#INF` or 1e400 when they have none. */
function limit(reader: StatementReader): number {
  const { tokens } = reader
  const { line } = tokens
  const sign = reader.pass('-') ? -1 : 1
  let value = Number.NaN
  for (let first = true; !reader.isMark('|') && !reader.isMark(']'); first = false) {
    if (tokens.kind === 'end' || tokens.line !== line) throw reader.fault('a limit')
    value = first && tokens.kind === 'number' ? sign * Number(tokens.value) + 0 : Number.NaN
    tokens.advance()
  }
  return value
}

/** Names up to the end of the line; after a comma they go on in the next one. */
function passReceivers(reader: StatementReader): void {
  const { tokens } = reader
  let comma = false
  while (tokens.kind !== 'end' && !tokens.beginsStatement && (comma || !tokens.firstOnLine)) {
    // All in one line: SG_ begins the next signal.
    if (tokens.kind === 'word' && statementWords.has(tokens.value)) return
    comma = reader.isMark(',')
    tokens.advance()
  }
}
