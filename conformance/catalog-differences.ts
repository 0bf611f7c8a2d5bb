import type { Catalog, Message, Signal } from '#recording/catalogs/catalog.ts'

/** A message as check_catalogs.py prints it. */
export interface OracleMessage {
  name: string
  id: number
  extended: boolean
  signals: Readonly<Record<string, object>>
}

/** More values of one multiplexer than any file names; cantools lists each. */
const mostValues = 100_000

function values(ranges: readonly (readonly [number, number])[]): number[] {
  const all = new Set<number>()
  for (const [least, most] of ranges) for (let v = least; v <= most && all.size < mostValues; v++) all.add(v)
  return [...all].sort((a, b) => a - b)
}

function signalForm(signal: Signal): object {
  return {
    name: signal.name,
    startBit: signal.startBit,
    bitCount: signal.bitCount,
    byteOrder: signal.byteOrder,
    signed: signal.signed,
    float: signal.float ?? false,
    factor: signal.factor,
    offset: signal.offset,
    minimum: signal.minimum,
    maximum: signal.maximum,
    unit: signal.unit,
    comment: signal.comment ?? '',
    names: Object.fromEntries(signal.names ?? []),
    multiplexer: signal.multiplexer ?? false,
    by: signal.multiplexed?.by ?? null,
    values: values(signal.multiplexed?.ranges ?? []),
  }
}

function messageForm(message: Message): OracleMessage {
  const form = {
    name: message.name,
    id: message.id,
    extended: message.extended,
    length: message.length,
    fd: message.fd ?? false,
    j1939: message.j1939 ?? false,
    cycleMs: message.cycleMs ?? 0,
    sender: message.sender ?? '',
    comment: message.comment ?? '',
    signals: Object.fromEntries(message.signals.map((signal) => [signal.name, signalForm(signal)])),
  }
  return form
}

function compare(place: string, ours: unknown, theirs: unknown, differences: string[]): void {
  if (typeof ours === 'object' && ours !== null && typeof theirs === 'object' && theirs !== null) {
    const [a, b] = [new Map<string, unknown>(Object.entries(ours)), new Map<string, unknown>(Object.entries(theirs))]
    for (const key of new Set([...a.keys(), ...b.keys()])) compare(`${place}.${key}`, a.get(key), b.get(key), differences)
  } else if (ours !== theirs)
    differences.push(`${place}: ${JSON.stringify(ours) ?? 'missing'}, cantools: ${JSON.stringify(theirs) ?? 'missing'}`)
}

/** Each property of each signal of each message in which the catalog differs from cantools' view of the same file. */
export function catalogDifferences(catalog: Catalog, theirs: readonly OracleMessage[]): string[] {
  const differences: string[] = []
  const key = ({ id, extended }: OracleMessage): string => `${extended ? 'x' : ''}${id.toString(16)}`
  const ours = new Map(catalog.messages.map((m) => [key(messageForm(m)), messageForm(m)]))
  compare('', Object.fromEntries(ours), Object.fromEntries(theirs.map((m) => [key(m), m])), differences)
  return differences
}
