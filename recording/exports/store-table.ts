import type { SignalStore } from '../signal-store/store.ts'
import type { StoredGroup } from '../signal-store/index-form.ts'
import type { RawSamples } from '../signal-store/sample-reader.ts'
import type { StoredSignal } from '../signal-store/stored-signal.ts'
import type { Conversion, RawValues, SampleBlock, SignalDescription, SignalGroup } from '../signals.ts'
import { within, type SignalTable } from './signal-table.ts'
import { inOrder } from './rising-times.ts'

/**
 * A signal store, or some signals of it, as a table: signals that share their times are a group. Chunks are read when they are asked for, so
 * memory is that of a chunk of each group; times that fall are put in order.
 */
export async function storeTable(store: SignalStore, chosen = store.signals): Promise<SignalTable> {
  const axes = [...Map.groupBy(chosen, ({ axis }) => axis).values()].flatMap((signals) => {
    const [first] = signals
    // what was never sampled has no times
    return first && first.count > 0 ? [{ first, signals }] : []
  })
  const names = namesToldApart(store.groups)
  const groups: SignalGroup[] = []
  for (const { first, signals } of axes) {
    const described: SignalDescription[] = []
    for (const signal of signals) described.push({ ...descriptionOf(signal), conversion: await conversionOf(store, signal) })
    const name = names.get(first.group) ?? first.group.name
    groups.push({ name, from: originOf(first.group), signals: described })
  }
  return {
    origin: store.origin,
    groups,
    span(group) {
      const axis = axes[group]
      return axis ? { firstNs: axis.first.startNs, lastNs: axis.first.endNs } : null
    },
    read(group, fromNs, toNs, wanted) {
      const axis = axes[group]
      const signals = wanted.flatMap((at) => axis?.signals[at] ?? [])
      const rows = (from: number, to: number): AsyncIterable<SampleBlock> => readTogether(store, group, signals, from, to)
      if (axis?.first.timeFalls !== true) return rows(fromNs, toNs)
      const { startNs, endNs } = axis.first
      return inOrder(rows, Math.max(fromNs, startNs), Math.min(toNs, justAfter(endNs)))
    },
  }
}

/** A time that is later, as near as a double can tell. */
function justAfter(timeNs: number): number {
  return timeNs + Math.max(1, Math.abs(timeNs) * Number.EPSILON * 2)
}

/** The chunks of signals of one axis, side by side: they are cut alike. In the order of recording. */
async function* readTogether(
  store: SignalStore,
  group: number,
  signals: readonly StoredSignal[],
  fromNs: number,
  toNs: number,
): AsyncGenerator<SampleBlock> {
  const series = signals.map((signal) => store.chunks(signal, fromNs, toNs))
  try {
    for (;;) {
      const chunks: RawSamples[] = []
      for (const one of series) {
        const { value, done } = await one.next()
        if (done) return
        chunks.push(value)
      }
      const [first] = chunks
      if (first === undefined) return
      const { timeNs } = first
      const raw: RawValues[] = chunks.map((chunk) => chunk.raw)
      const block = { group, count: timeNs.length, timeNs, raw, valid: raw.map(() => null) }
      const [last] = signals
      // the store takes windows with both ends; where times fall whoever sorts them leaves the end out
      if (last?.timeFalls) yield block
      else yield* within(block, fromNs, toNs)
    }
  } finally {
    for (const one of series) await one.return(undefined)
  }
}

async function conversionOf(store: SignalStore, signal: StoredSignal): Promise<Conversion> {
  if (signal.kind === 'text') return { kind: 'text', texts: await store.texts(signal) }
  return { kind: 'linear', factor: signal.factor, offset: signal.offset }
}

function descriptionOf({ name, unit, comment, names, minimum, maximum }: StoredSignal): Omit<SignalDescription, 'conversion'> {
  return {
    name,
    unit,
    ...(names.size > 0 && { names }),
    ...(comment !== '' && { comment }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  }
}

function originOf({ from }: StoredGroup): SignalGroup['from'] {
  return from && { ...from, bus: from.bus.channel }
}

/** Groups of one message on several buses have the bus in front of their names. */
function namesToldApart(groups: readonly StoredGroup[]): ReadonlyMap<StoredGroup, string> {
  const buses = new Map<string, Set<string>>()
  const busOf = ({ from }: StoredGroup): string => (from ? `${from.bus.kind} ${from.bus.channel}` : '')
  for (const group of groups) buses.set(group.name, (buses.get(group.name) ?? new Set()).add(busOf(group)))
  const nameOf = (group: StoredGroup): string =>
    group.from && (buses.get(group.name)?.size ?? 0) > 1 ? `${busOf(group)} ${group.name}` : group.name
  return new Map(groups.map((group) => [group, nameOf(group)]))
}
