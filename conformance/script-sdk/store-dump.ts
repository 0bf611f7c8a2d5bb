import { writeFileSync } from 'node:fs'
import { memorySource } from '#recording/byte-source.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'

/** A signal as our reader gives it; its samples are in the file of numbers, in the same order. */
interface DumpedSignal {
  readonly name: string
  readonly group: string
  readonly unit: string
  readonly kind: 'number' | 'enumeration' | 'text'
  readonly factor: number
  readonly offset: number
  readonly names: readonly (readonly [number, string])[]
  readonly texts: readonly string[]
  readonly falls: boolean
  readonly count: number
  /** Times before and after each gap, ns; null where nobody said what they are. */
  readonly gaps: readonly (readonly [number, number])[] | null
}

export interface DumpedStore {
  readonly store: string
  readonly numbers: string
  readonly origin: { readonly epochMs: number; readonly nanos: number }
  readonly signals: readonly DumpedSignal[]
}

/**
 * Writes a store beside all that our own reader finds in it: for each signal the times (ns) and the raw values as doubles.
 * `gapsOf` says where gaps are, when it is known from elsewhere.
 */
export async function dumpStore(
  bytes: Uint8Array,
  path: string,
  gapsOf: (group: string, signal: string) => readonly (readonly [number, number])[] | null = () => null,
): Promise<DumpedStore> {
  writeFileSync(path, bytes)
  const store = await openSignalStore(memorySource(bytes))
  const numbers: Float64Array[] = []
  const signals: DumpedSignal[] = []
  for (const signal of store.signals) {
    const times: Float64Array[] = []
    const values: Float64Array[] = []
    for await (const { timeNs, raw } of store.chunks(signal)) {
      times.push(timeNs.slice())
      values.push(Float64Array.from(raw))
    }
    numbers.push(...times, ...values)
    signals.push({
      name: signal.name,
      group: signal.group.from?.message || signal.group.name,
      unit: signal.unit,
      kind: signal.kind === 'text' ? 'text' : signal.names.size > 0 ? 'enumeration' : 'number',
      factor: signal.factor,
      offset: signal.offset,
      names: [...signal.names],
      texts: await store.texts(signal),
      falls: signal.timeFalls,
      count: signal.count,
      gaps: gapsOf(signal.group.name, signal.name),
    })
  }
  writeFileSync(
    `${path}.numbers`,
    Buffer.concat(numbers.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength))),
  )
  return { store: path, numbers: `${path}.numbers`, origin: store.origin, signals }
}
