import { memorySource } from '../byte-source.ts'
import type { Format } from '../formats/format.ts'
import type { RecordingHeader } from '../header.ts'
import { addNanoseconds, epochNanoseconds } from '../instant.ts'

/** One character per byte, as text logs of old programs have it. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/** The frames of a text log, each as `nanoseconds since 1970 bus id flags data`, as far as it can be read; and its header. */
export async function readText(format: Format, text: string): Promise<{ header: RecordingHeader; frames: string[] }> {
  const bytes = latin1Bytes(text)
  const header = await format.readHeader(memorySource(bytes))
  const stream = await format.readFrames(memorySource(bytes))
  const frames: string[] = []
  try {
    for await (const block of stream.blocks)
      for (let row = 0; row < block.count; row++) {
        const time = epochNanoseconds(addNanoseconds(stream.origin, block.timeNs[row] ?? NaN))
        const bus = stream.buses[block.bus[row] ?? -1]
        const start = block.dataStart[row] ?? 0
        const data = Buffer.from(block.data.subarray(start, start + (block.length[row] ?? 0))).toString('hex')
        const id = (block.id[row] ?? 0).toString(16)
        frames.push(`${time} ${bus?.name} ${id} ${block.flags[row]} ${data}`.trimEnd())
      }
  } catch (error) {
    // The header has the same problem, and tests look at it there.
    if (header.problem === undefined) throw error
  }
  return { header, frames }
}
