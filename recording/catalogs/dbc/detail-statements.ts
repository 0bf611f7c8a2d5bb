import type { Draft, Target } from './draft.ts'
import type { StatementReader } from './statement-reader.ts'

/** `CM_ SG_ 100 Speed "of the front axle";` */
export function readComment(reader: StatementReader, draft: Draft): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  const target = reader.target()
  if (reader.tokens.kind === 'string' && reader.tokens.closed) reader.tokens.widenString()
  draft.comments.push({ line, target, text: reader.string('a comment in quotes') })
  reader.close()
}

const kindOfWord: Readonly<Record<string, Target['kind']>> = { BU_: 'node', BO_: 'message', SG_: 'signal', EV_: 'other' }

/** `BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN";` */
export function readAttributeDefinition(reader: StatementReader, draft: Draft): void {
  const { tokens } = reader
  tokens.advance()
  let kind: Target['kind'] = 'network'
  if (tokens.kind === 'word') {
    kind = kindOfWord[tokens.value] ?? 'other'
    tokens.advance()
  }
  const name = reader.string('the name of an attribute in quotes')
  let values: string[] | null = null
  if (reader.isWord('ENUM')) {
    values = []
    do {
      tokens.advance()
      if (tokens.kind !== 'string') break
      values.push(reader.string('a value in quotes'))
    } while (reader.isMark(','))
  }
  draft.definitions.push({ kind, name, values })
  reader.close()
}

/** `BA_DEF_DEF_ "GenMsgCycleTime" 0;` */
export function readAttributeDefault(reader: StatementReader, draft: Draft): void {
  reader.tokens.advance()
  const name = reader.string('the name of an attribute in quotes')
  draft.defaults.set(name, attributeValue(reader))
  reader.close()
}

/** `BA_ "GenMsgCycleTime" BO_ 100 10;` */
export function readAttribute(reader: StatementReader, draft: Draft): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  const name = reader.string('the name of an attribute in quotes')
  const target = reader.target()
  draft.attributes.push({ line, target, name, value: attributeValue(reader) })
  reader.close()
}

function attributeValue(reader: StatementReader): string | number {
  if (reader.tokens.kind === 'string') return reader.string('a value')
  return reader.number('a value of the attribute')
}

/** `VAL_TABLE_ OffOn 0 "Off" 1 "On" ;` */
export function readTable(reader: StatementReader, draft: Draft): void {
  reader.tokens.advance()
  const name = reader.name('the name of a table')
  draft.tables.set(name, valueNames(reader))
  reader.close()
}

/** `VAL_ 100 Gear 0 "Neutral" 1 "First" ;`, `VAL_ 100 Lamp OffOn ;`; those of environment variables are passed over. */
export function readNames(reader: StatementReader, draft: Draft): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  if (reader.isNumber()) {
    const number = reader.messageNumber()
    const signal = reader.name('the name of a signal')
    const names = reader.tokens.kind === 'word' ? reader.name('the name of a table') : valueNames(reader)
    draft.names.push({ line, number, signal, names })
  }
  reader.close()
}

function valueNames(reader: StatementReader): Map<number, string> {
  const names = new Map<number, string>()
  while (reader.isNumber()) {
    const value = reader.number('a value')
    names.set(value, reader.string('the name of a value in quotes'))
  }
  return names
}

/** `SIG_VALTYPE_ 100 Pressure : 1;` 1 is a 32-bit float, 2 a 64-bit one; the colon may be missing. */
export function readValueType(reader: StatementReader, draft: Draft): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  const number = reader.messageNumber()
  const signal = reader.name('the name of a signal')
  reader.pass(':')
  if (reader.integer("a signal's value type", 0, 3) > 0) draft.floats.push({ line, number, signal })
  reader.close()
}

/** `SG_MUL_VAL_ 100 Inner Outer 0-3, 7-7;` */
export function readRanges(reader: StatementReader, draft: Draft): void {
  const line = reader.tokens.line
  reader.tokens.advance()
  const number = reader.messageNumber()
  const signal = reader.name('the name of a signal')
  const by = reader.name('the name of its multiplexer')
  const ranges: (readonly [number, number])[] = []
  do {
    const least = reader.number('a value of the multiplexer')
    const most = reader.pass('-') ? reader.number('the last value of a range') : least
    ranges.push(least <= most ? [least, most] : [most, least])
  } while (reader.pass(','))

  draft.ranges.push({ line, number, signal, by, ranges })
  reader.close()
}
