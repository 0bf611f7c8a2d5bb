import { memorySource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { framesInOrder } from '#recording/formats/time-order.ts'
import type { BusKind } from '#recording/frames.ts'
import type { Format } from '#recording/formats/format.ts'
import { tableOf, type TableFrame } from './frame-table.ts'

export interface OurFrames {
  readonly format: Format
  readonly frames: TableFrame[]
}

/** The frames of one kind of bus of a recording as our reader gives them, in order of time. Throws what the reader throws. */
export async function ourFrames(bytes: Uint8Array, kind: BusKind = 'CAN'): Promise<OurFrames> {
  const source = memorySource(bytes)
  const format = await detectFormat(source)
  if (format === null) throw new Error('no format of ours knows the content')
  const stream = await framesInOrder(format, source)
  const frames: TableFrame[] = []
  for await (const block of stream.blocks) frames.push(...tableOf(stream.origin, stream.buses, block, kind))
  const falls = frames.findIndex((frame, i) => i > 0 && frame.timeNs < (frames[i - 1]?.timeNs ?? 0n))
  if (falls >= 0) throw new Error(`frame ${falls} is earlier than the one before`)
  return { format, frames }
}
