import { MemorySink } from '#recording/byte-sink.ts'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { Mf4CanWriter } from '#recording/formats/mf4/can-writer.ts'
import { Mf4SignalWriter } from '#recording/formats/mf4/signal-writer.ts'
import { VsbWriter } from '#recording/formats/vsb/writer.ts'
import type { Instant } from '#recording/instant.ts'
import type { Trace } from '../drive/trace.ts'
import { framesOf, vehicleBuses } from './frames.ts'
import { signalGroups } from './signals.ts'

/** The demo vehicle's catalog as a DBC file. */
export const demoDbc = writeDbc(demoCatalog)

/** The drive's frames as a VSB file. */
export async function vsbFile(trace: Trace, start: Instant, crowding = 1): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new VsbWriter(sink, start, vehicleBuses)
  await writer.begin()
  for (const block of framesOf(trace, crowding)) await writer.write(block)
  return sink.bytes()
}

/** The drive's frames as MF4 CAN bus logging with the DBC inside. */
export async function mf4CanFile(trace: Trace, start: Instant, comment: string, crowding = 1): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new Mf4CanWriter(sink, vehicleBuses)
  await writer.begin(start, comment, [
    { fileName: 'demo.dbc', mimeType: 'application/x-dbc', bytes: new TextEncoder().encode(demoDbc) },
  ])
  for (const block of framesOf(trace, crowding)) await writer.write(block)
  await writer.finish()
  return sink.bytes()
}

/** The drive's decoded signals as MF4. */
export async function mf4SignalFile(trace: Trace, start: Instant, comment: string): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = new Mf4SignalWriter(sink)
  await writer.begin(start, comment)
  for (const group of signalGroups(trace)) await writer.write(group)
  await writer.finish()
  return sink.bytes()
}
