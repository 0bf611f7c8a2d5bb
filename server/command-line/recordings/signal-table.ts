import { memoryTable, within, type SignalTable } from '#recording/exports/signal-table.ts'
import type { SampleBlock, SignalGroup, SignalStream } from '#recording/signals.ts'
import type { TimeWindow } from './selection.ts'

/** Gives `use` the samples of a stream within `window` as a table that can be read by signal, any number of times. */
export async function withSignalTable<T>(
  stream: SignalStream,
  { fromNs, toNs }: TimeWindow,
  use: (table: SignalTable) => Promise<T>,
): Promise<T> {
  const blocks: SampleBlock[] = []
  for await (const block of stream.blocks) blocks.push(...within(block, fromNs, toNs))
  return await use(memoryTable(stream.origin, toldApart(stream), blocks))
}

/** Groups of one message on several buses have the bus in front of their names. */
function toldApart({ groups, buses }: SignalStream): SignalGroup[] {
  const uses = new Map<string, number>()
  for (const { name } of groups) uses.set(name, (uses.get(name) ?? 0) + 1)
  return groups.map((group) => {
    const bus = group.from && buses[group.from.bus]
    return bus && (uses.get(group.name) ?? 0) > 1 ? { ...group, name: `${bus.kind} ${bus.channel} ${group.name}` } : group
  })
}
