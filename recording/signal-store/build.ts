import type { SignalStream } from '../signals.ts'
import type { AppendSink } from './block-writer.ts'
import { SignalStoreWriter, type SignalStoreOptions } from './writer.ts'

/** What was written. */
export interface BuiltStore {
  /** Rows of all blocks. */
  rows: number
  blocks: number
}

/** Writes the store of all signals of a stream. What the stream throws is thrown on; the sink then holds no store. */
export async function buildSignalStore(
  stream: SignalStream,
  sink: AppendSink,
  options?: SignalStoreOptions,
): Promise<BuiltStore> {
  const writer = new SignalStoreWriter(sink, options)
  writer.begin(stream.origin, stream.buses)
  const built = { rows: 0, blocks: 0 }
  for await (const block of stream.blocks) {
    await writer.add(stream.groups, block)
    built.rows += block.count
    built.blocks++
  }
  await writer.finish(stream.groups)
  return built
}
