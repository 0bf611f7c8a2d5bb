import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import type { Instant } from '../instant.ts'
import { RecordingError, type RecordingProblem } from '../recording-error.ts'
import { openSignalStore, type SignalStore } from '../signal-store/store.ts'
import { SignalStoreWriter } from '../signal-store/writer.ts'
import type { SampleBlock } from '../signals.ts'
import type { ExportSource, Scratch } from './export-source.ts'
import type { TimeWindow } from './frame-choice.ts'
import { signalsOf } from './signal-source.ts'

interface Decoded {
  readonly store: SignalStore | null
  /** Where reading the recording stopped early. */
  readonly problem?: RecordingProblem
}

/** Decodes a recording into a signal store; what is outside the window is left out where that is cheap. */
export async function decodedStore(from: ExportSource, window?: (origin: Instant) => TimeWindow): Promise<Decoded> {
  const stream = await signalsOf(from.format, from.source, from.catalogs)
  if (stream === null) return { store: null }
  const { fromNs, toNs } = window?.(stream.origin) ?? { fromNs: -Infinity, toNs: Infinity }
  const scratch = from.scratch ?? memoryScratch()
  const writer = new SignalStoreWriter(scratch)
  writer.begin(stream.origin, stream.buses)
  let fault: RecordingError | undefined
  try {
    for await (const block of stream.blocks) if (reaches(block, fromNs, toNs)) await writer.add(stream.groups, block)
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error
    fault = error
  }
  await writer.finish(stream.groups)
  const store = stream.groups.length === 0 ? null : await openSignalStore(await scratch.source())
  // a recording whose fault comes before its first signal
  if (store === null && fault !== undefined) throw fault
  return { store, ...(fault && { problem: fault.toProblem() }) }
}

/** Whether a recording has signals that can be exported, as far as that is known before it is read to its end. */
export async function hasSignals({ store, catalogs, format, source }: ExportSource): Promise<boolean> {
  if (store !== undefined) return store !== null
  if (catalogs.length > 0) return true
  const stream = await format.readSignals?.(source)
  if (stream) for await (const { count } of stream.blocks) if (count > 0) return true
  return false
}

function reaches({ timeNs, count }: SampleBlock, fromNs: number, toNs: number): boolean {
  for (let row = 0; row < count; row++) {
    const time = timeNs[row] ?? NaN
    if (time >= fromNs && time < toNs) return true
  }
  return false
}

function memoryScratch(): Scratch {
  const sink = new MemorySink()
  return { write: (bytes) => sink.write(bytes), source: async () => memorySource(sink.bytes()) }
}
