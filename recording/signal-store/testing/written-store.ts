import { memorySource } from '../../byte-source.ts'
import { MemorySink } from '../../byte-sink.ts'
import type { Bus } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import { openSignalStore, type SignalStore } from '../store.ts'
import { SignalStoreWriter, type SignalStoreOptions } from '../writer.ts'
import type { WrittenRecording } from './random-recording.ts'

export const origin: Instant = { epochMs: Date.UTC(2026, 9, 1), nanos: 123 }

export const buses: readonly Bus[] = [{ kind: 'CAN', channel: 2, name: 'MS CAN' }]

export async function storeBytes(
  { groups, blocks }: Pick<WrittenRecording, 'groups' | 'blocks'>,
  options?: SignalStoreOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink, options)
  writer.begin(origin, buses)
  for (const block of blocks) await writer.add(groups, block)
  await writer.finish(groups)
  return sink.bytes().slice()
}

export async function writtenStore(
  recording: Pick<WrittenRecording, 'groups' | 'blocks'>,
  options?: SignalStoreOptions,
): Promise<SignalStore> {
  return openSignalStore(memorySource(await storeBytes(recording, options)))
}
