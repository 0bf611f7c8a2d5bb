import type { Attributes } from './attributes.ts'
import type { Draft, MessageDraft, SignalDraft } from './draft.ts'

/** Hands comments, attributes, names of values and float types to the messages and signals they speak of. */
export function applyDetails(draft: Draft, attributes: Attributes): { comment: string | undefined } {
  let comment: string | undefined
  for (const { line, target, text } of draft.comments) {
    if (target.kind === 'network') comment ??= text
    else if (target.kind === 'message') {
      const message = messageOf(draft, target.number, line, 'comment')
      if (message) message.comment = text
    } else if (target.kind === 'signal') {
      const signal = signalOf(draft, target.number, target.name, line, 'comment')
      if (signal) signal.comment = text
    }
  }
  for (const { line, target, name, value } of draft.attributes) {
    const resolved = attributes.resolved(target.kind, name, value)
    if (target.kind === 'message') {
      const message = messageOf(draft, target.number, line, 'attribute')
      if (message && !message.attributes.has(name)) message.attributes.set(name, resolved)
    } else if (target.kind === 'signal') {
      const signal = signalOf(draft, target.number, target.name, line, 'attribute')
      // As of two signals of one name, the first counts: the attributes come in the same order.
      if (signal && !signal.attributes.has(name)) signal.attributes.set(name, resolved)
    }
  }
  for (const { line, number, signal, names } of draft.names) applyNames(draft, line, number, signal, names)
  for (const { line, number, signal } of draft.floats)
    applyFloat(draft, line, signalOf(draft, number, signal, line, 'value type'))
  return { comment }
}

function applyNames(draft: Draft, line: number, number: number, name: string, names: ReadonlyMap<number, string> | string): void {
  const signal = signalOf(draft, number, name, line, 'list of value names')
  const found = typeof names === 'string' ? draft.tables.get(names) : names
  if (!found) draft.notes.add(line, `There is no value table ${String(names)}.`)
  else if (signal && found.size > 0) signal.names = found
}

function applyFloat(draft: Draft, line: number, signal: SignalDraft | undefined): void {
  if (!signal) return
  if ([16, 32, 64].includes(signal.bitCount)) signal.float = true
  else
    draft.notes.add(
      line,
      `Signal ${signal.name} of ${signal.bitCount} bits cannot be a floating-point number; it is taken as an integer.`,
    )
}

function messageOf(draft: Draft, number: number, line: number, what: string): MessageDraft | undefined {
  const message = draft.messages.get(number)
  if (!message && !draft.leftOut.has(number)) draft.notes.add(line, `There is no message ${number} for this ${what}.`)
  return message
}

function signalOf(draft: Draft, number: number, name: string, line: number, what: string): SignalDraft | undefined {
  const message = messageOf(draft, number, line, what)
  const signal = message?.signals.get(name)
  if (message && !signal) draft.notes.add(line, `Message ${message.name} has no signal ${name} for this ${what}.`)
  return signal
}
