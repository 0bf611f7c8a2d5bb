import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { nanosecondsBetween } from '../instant.ts'
import { realBytes, realRecordings, realRecordingsMissing } from '../testing/real-recordings.ts'
import { readHeader } from './registry.ts'

/** Number before a word of the manifest's description. */
function figure(description: string, pattern: RegExp): number | undefined {
  const match = pattern.exec(description)
  return match?.[1] === undefined ? undefined : Number(match[1])
}

describe('real recordings', () => {
  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)

  const readable = realRecordings('vsb', 'mf4-can', 'mf4-signals').filter(({ path }) => !path.endsWith('.MFC'))
  it.each(readable)('$path', async ({ path, description }) => {
    const header = await readHeader(memorySource(realBytes({ path })))
    expect(header?.problem).toBeUndefined()
    const frames = figure(description, /([0-9]+) (?:frames|records, \d+ network)/)
    if (frames !== undefined) expect(header?.frameCount).toBe(frames)
    const ids = figure(description, /(\d+) (?:IDs|network\+ID pairs)/)
    const found = header?.buses.reduce((sum, bus) => sum + bus.idCount, 0) ?? 0
    // The manifest counts an identifier once for all buses of an MF4 file.
    if (ids !== undefined) expect(found).toBeGreaterThanOrEqual(ids)
    if (ids !== undefined && (header?.buses.length === 1 || path.endsWith('.vsb'))) expect(found).toBe(ids)
    const records = figure(description, /channels, (\d+) records/)
    if (records !== undefined) expect(header?.sampleCount).toBe(records)
    const seconds = figure(description, /([0-9.]+) s[,;. ]/)
    if (!header?.start || !header.end) throw new Error('the header has no span')
    expect(nanosecondsBetween(header.start, header.end) / 1e9).toBeCloseTo(seconds ?? NaN, 2)
    const start = /start (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(description)
    if (start) expect(new Date(header.origin.epochMs).toISOString().slice(0, 19)).toBe(`${start[1]}T${start[2]}`)
    expect(header.finalized).toBe(!description.includes('unfinalized'))
  })

  it.each(realRecordings('mf4-can').filter(({ path }) => path.endsWith('.MFC')))(
    'is not taken for a recording that we know: $path',
    async ({ path }) => {
      expect(await readHeader(memorySource(realBytes({ path })))).toBeNull()
    },
  )
})
