import type { ByteSource } from '../../byte-source.ts'
import type { RecordingEvent } from '../format.ts'
import { openMdf3 } from './signal-reader.ts'

const nanosecondsPerSecond = 1e9

/** The triggers (TR) of an MDF 3 file. */
export async function readMdf3Events(source: ByteSource): Promise<readonly RecordingEvent[]> {
  const { blocks, dataGroups } = await openMdf3(source)
  const events: RecordingEvent[] = []
  for (const { trigger } of dataGroups) {
    if (trigger === 0) continue
    const block = await blocks.read(trigger, 'TR', 10)
    const comment = await blocks.text(block.u32(4))
    for (let i = 0; i < block.u16(8) && 10 + (i + 1) * 24 <= block.length; i++) {
      const timeNs = Math.round(block.f64(10 + i * 24) * nanosecondsPerSecond)
      if (Number.isFinite(timeNs)) events.push({ timeNs, kind: 'trigger', name: 'Trigger', comment })
    }
  }
  return events.sort((a, b) => a.timeNs - b.timeNs)
}
