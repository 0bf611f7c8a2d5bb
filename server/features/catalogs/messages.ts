import type { CatalogMessage } from '#contract/catalogs.ts'
import type { Catalog, Message, Signal } from '#recording/catalogs/catalog.ts'

/** Names of raw values that one signal is answered with. */
const mostNames = 4096

/** Messages that a part of a name, or a whole identifier as 0x1A0, leads to; all without one. */
export function messagesLike(catalog: Catalog, typed: string): readonly Message[] {
  const part = typed.toLowerCase()
  if (part === '') return catalog.messages
  const id = /^0x[0-9a-f]{1,8}$/.test(part) ? Number(part) : undefined
  const named = (name: string): boolean => name.toLowerCase().includes(part)
  return catalog.messages.filter(
    (message) => message.id === id || named(message.name) || message.signals.some((signal) => named(signal.name)),
  )
}

export function presentMessage(message: Message): CatalogMessage {
  return {
    name: message.name,
    id: message.id,
    extended: message.extended,
    length: message.length,
    bus: message.bus ?? 'CAN',
    fd: message.fd ?? false,
    j1939: message.j1939 ?? false,
    cycleMs: message.cycleMs ?? null,
    sender: message.sender ?? '',
    comment: message.comment ?? '',
    signals: message.signals.map(presentSignal),
  }
}

function presentSignal(signal: Signal): CatalogMessage['signals'][number] {
  const { multiplexed } = signal
  return {
    name: signal.name,
    startBit: signal.startBit,
    bitCount: signal.bitCount,
    byteOrder: signal.byteOrder,
    signed: signal.signed,
    float: signal.float ?? false,
    factor: signal.factor,
    offset: signal.offset,
    // a range without extent says nothing
    minimum: signal.minimum < signal.maximum ? signal.minimum : null,
    maximum: signal.minimum < signal.maximum ? signal.maximum : null,
    unit: signal.unit,
    comment: signal.comment ?? '',
    names: [...(signal.names ?? [])].slice(0, mostNames).map(([value, name]) => ({ value, name })),
    multiplexer: signal.multiplexer ?? false,
    multiplexed: multiplexed ? { by: multiplexed.by, ranges: multiplexed.ranges.map(([from, to]) => [from, to]) } : null,
  }
}
