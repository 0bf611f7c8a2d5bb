import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { frameFlag } from '../frames.ts'
import { nanosecondsBetween, type Instant } from '../instant.ts'
import { realBytes, realRecordings, realRecordingsMissing } from '../testing/real-recordings.ts'
import { plainFrames, type PlainFrame } from '../testing/written.ts'
import { detectFormat, readHeader } from './registry.ts'

const origin: Instant = { epochMs: 0, nanos: 0 }

/** Frames with times since 1970. */
async function framesOf(path: string): Promise<PlainFrame[]> {
  const source = memorySource(realBytes({ path }))
  const stream = await (await detectFormat(source))?.readFrames(source)
  if (!stream) throw new Error(`${path} is no recording`)
  const shift = nanosecondsBetween(origin, stream.origin)
  return (await plainFrames(stream)).map((frame) => ({ ...frame, timeNs: frame.timeNs + shift }))
}

const recordings = realRecordings('blf', 'pcap', 'derived')
const pathOf = (end: string): string => recordings.find(({ path }) => path.endsWith(end))?.path ?? end

describe.skipIf(realRecordingsMissing)('real recordings of these formats', () => {
  it.each(recordings.filter(({ path }) => /\.(blf|db|pcap|pcapng)$/.test(path)))('$path', async ({ path, description }) => {
    const header = await readHeader(memorySource(realBytes({ path })))
    expect(header?.problem).toBeUndefined()
    // Those made from another recording have as many as it.
    const count = /\b(\d+) (?:frames|packets)/.exec(description)?.[1] ?? 5588
    expect(header?.frameCount).toBe(Number(count))
  })

  it('the same packets as PCAP and as PCAPNG', async () => {
    expect(await framesOf(pathOf('someip.pcap'))).toEqual(await framesOf(pathOf('someip.pcapng')))
  })

  it('the same frames as BLF and as SQLite, to the step of a double', async () => {
    const database = await framesOf(pathOf('00000001.db'))
    const binary = await framesOf(pathOf('00000001.blf'))
    const content = ({ id, flags, data }: PlainFrame): unknown[] => [id, flags & ~frameFlag.sent, data]
    expect(binary.map(content)).toEqual(database.map(content))
    // The writer of that day lost what its start had beyond milliseconds.
    const [first, second] = [binary[0]?.timeNs ?? 0, database[0]?.timeNs ?? 0]
    expect(Math.abs(first - second)).toBeLessThan(1e6)
    const apart = binary.map(({ timeNs }, i) => Math.abs(timeNs - first - ((database[i]?.timeNs ?? 0) - second)))
    expect(Math.max(...apart)).toBeLessThan(500)
  })
})
