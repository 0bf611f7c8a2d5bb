import { memoryTable, within, type SignalTable } from '#recording/exports/signal-table.ts'
import type { SampleBlock, SignalStream } from '#recording/signals.ts'
import type { TimeWindow } from './selection.ts'

/** Gives `use` the samples of a stream within `window` as a table that can be read by signal, any number of times. */
export async function withSignalTable<T>(
  stream: SignalStream,
  { fromNs, toNs }: TimeWindow,
  use: (table: SignalTable) => Promise<T>,
): Promise<T> {
  const blocks: SampleBlock[] = []
  for await (const block of stream.blocks) blocks.push(...within(block, fromNs, toNs))
  return await use(memoryTable(stream.origin, stream.groups, blocks))
}
