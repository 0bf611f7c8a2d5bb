import { pagedSource, type ByteSource } from '../../byte-source.ts'
import type { RecordingEvent } from '../format.ts'
import { chain, readBlock, readText } from './blocks.ts'
import { readHeaderLinks } from './groups.ts'
import { readIdentification } from './identification.ts'
import { ReadingBudget } from './reading-budget.ts'
import { textOfComment } from './text-of-comment.ts'

const links = { next: 0, name: 3, comment: 4 } as const
/** Event types of EV blocks, by number: recording, its interruption, that of acquisition, triggers (start, stop, any), marker. */
const kinds: readonly RecordingEvent['kind'][] = [
  'recording',
  'interruption',
  'acquisition',
  'trigger',
  'trigger',
  'trigger',
  'marker',
]
const triggerNames: Readonly<Record<number, string>> = { 3: 'Start of recording', 4: 'Stop of recording' }
const ranges: Readonly<Record<number, string>> = { 1: ' (begin)', 2: ' (end)' }
const syncTime = 1
const nanosecondsPerSecond = 1e9

/** The events (EV) of an MF4 file that happen at a time; those by angle, distance or index have none and are left out. */
export async function readMf4Events(plain: ByteSource): Promise<readonly RecordingEvent[]> {
  const source = pagedSource(plain)
  await readIdentification(source)
  const first = (await readHeaderLinks(source)).event
  const budget = new ReadingBudget(source.size)
  const events: RecordingEvent[] = []
  for await (const event of chain(first, async (offset) => {
    const block = await readBlock(source, offset, ['EV'], 5, 32)
    const { data } = block
    const type = data.getUint8(0)
    const name = await readText(source, block.links[links.name] ?? 0)
    const comment = textOfComment(await readText(source, block.links[links.comment] ?? 0))
    budget.spendChannel(name.length + comment.length, offset)
    const seconds = Number(data.getBigInt64(16, true)) * data.getFloat64(24, true)
    const timed = data.getUint8(1) <= syncTime && Number.isFinite(seconds)
    const item: RecordingEvent = {
      timeNs: Math.round(seconds * nanosecondsPerSecond),
      kind: kinds[type] ?? 'marker',
      // The two ends of a range are events of their own.
      name: (name || (triggerNames[type] ?? '')) + (ranges[data.getUint8(2)] ?? ''),
      comment,
    }
    return { next: block.links[links.next] ?? 0, item: timed ? item : null }
  }))
    if (event) events.push(event)
  return events
}
