import { memorySource } from '#recording/byte-source.ts'
import type { ByteSource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { identity } from '#recording/signals.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'

const groups: SignalGroup[] = [
  {
    name: 'Motion',
    from: null,
    signals: [
      { name: 'Speed', unit: 'km/h', conversion: { kind: 'linear', factor: 0.5, offset: 0 } },
      { name: 'Slope', unit: '', conversion: identity },
    ],
  },
]

/** A signal store with a sample each second: speed counts up by half, slope is a zigzag of 0 and 4. */
export async function countedStore(count: number, through: (source: ByteSource) => ByteSource = (source) => source) {
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: Date.UTC(2026, 10, 4, 6), nanos: 0 })
  const block: SampleBlock = {
    group: 0,
    count,
    timeNs: Float64Array.from({ length: count }, (_, i) => i * 1e9),
    raw: [Float64Array.from({ length: count }, (_, i) => i), Float64Array.from({ length: count }, (_, i) => (i % 2) * 4)],
    valid: [null, null],
  }
  await writer.add(groups, block)
  await writer.finish()
  return await openSignalStore(through(memorySource(sink.bytes())))
}
