import type { Draft, MessageDraft, SignalDraft } from './draft.ts'

/**
 * Says of each multiplexed signal by whom and by which values. SG_MUL_VAL_ rules where a file has it; without it, `m3`
 * belongs to the message's one multiplexer.
 */
export function resolveMultiplexing(draft: Draft): void {
  for (const { line, number, signal, by, ranges } of draft.ranges) {
    const message = draft.messages.get(number)
    const found = message?.signals.get(signal)
    const multiplexer = message?.signals.get(by)
    if (!message || !found || !multiplexer || found === multiplexer) {
      if (!draft.leftOut.has(number))
        draft.notes.add(line, `The multiplexing of ${signal} by ${by} in message ${number} names what is not there.`)
      continue
    }
    multiplexer.multiplexer = true
    // The same pair may be spread over several lines.
    if (found.multiplexed?.by === by) for (const range of ranges) found.multiplexed.ranges.push(range)
    else found.multiplexed = { by, ranges }
  }
  for (const message of draft.messages.values()) {
    resolveByValue(draft, message)
    breakCircles(draft, message)
  }
}

function resolveByValue(draft: Draft, message: MessageDraft): void {
  let root: SignalDraft | undefined
  for (const signal of message.signals.values()) if (signal.multiplexer && signal.value === null) root ??= signal
  for (const signal of message.signals.values()) {
    if (signal.value === null || signal.multiplexed) continue
    if (root) signal.multiplexed = { by: root.name, ranges: [[signal.value, signal.value]] }
    else
      draft.notes.add(
        signal.line,
        `Signal ${signal.name} is multiplexed but message ${message.name} has no multiplexer; it is taken as always present.`,
      )
  }
}

/** A multiplexer that depends on itself would never be there; the circle is opened. */
function breakCircles(draft: Draft, message: MessageDraft): void {
  const settled = new Set<SignalDraft>()
  for (const signal of message.signals.values()) {
    const path = new Set<SignalDraft>()
    let at: SignalDraft | undefined = signal
    while (at?.multiplexed && !settled.has(at)) {
      if (path.has(at)) {
        draft.notes.add(at.line, `Signal ${at.name} is multiplexed by itself; it is taken as always present.`)
        delete at.multiplexed
        break
      }
      path.add(at)
      at = message.signals.get(at.multiplexed.by)
    }
    for (const passed of path) settled.add(passed)
  }
}
