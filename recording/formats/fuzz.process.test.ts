import { afterAll, describe, expect, it } from 'vitest'
import { fuzzOriginals, withoutReal } from '../testing/fuzz/originals.ts'
import { FuzzProcess, mostBytes } from '../testing/fuzz/fuzz-process.ts'
import { mutationsPerFormat } from '../testing/hurt.ts'
import { realRecordingsMissing } from '../testing/real-recordings.ts'
import { detectFormat, formats } from './registry.ts'
import { memorySource } from '../byte-source.ts'

const others = ['dbc', 'signal store']
const fuzz = new FuzzProcess()
afterAll(() => fuzz.close())

describe('every reader is fuzzed', () => {
  it.each([...formats.map(({ id }) => id), ...others])('%s: a file that we make, and a real one', (of) => {
    const made = fuzzOriginals.filter((original) => original.of === of).map((original) => original.made)
    expect(made).toContain('generated')
    if (realRecordingsMissing === null && !withoutReal.has(of)) expect(made).toContain('real')
  })

  it.each(fuzzOriginals.filter(({ target }) => target === 'recording'))('$name is of the format $of', async ({ of, bytes }) => {
    expect((await detectFormat(memorySource(await bytes())))?.id).toBe(of)
  })
})

describe('damaged files are read or refused with a reason: no crash, no hang, no flood', () => {
  it.each(fuzzOriginals)('$of: $name', { timeout: mutationsPerFormat * 600 + 60_000 }, async ({ bytes, target }) => {
    const { faults, peakBytes } = await fuzz.hurt(await bytes(), target, mutationsPerFormat)
    expect(faults).toEqual([])
    expect(peakBytes).toBeLessThan(mostBytes)
  })
})

describe('the process that reads them', () => {
  const hurting = new FuzzProcess()
  afterAll(() => hurting.close())

  it.each([
    ['throws', /: Error: as asked/],
    ['floods', /: RangeError: Array buffer allocation failed/],
    ['grows', /ended the process|bytes of memory/],
  ] as const)('tells of a reader that %s', { timeout: 60_000 }, async (how, told) => {
    const { faults } = await hurting.hurt(new TextEncoder().encode(how.padEnd(64)), 'bad reader', 2)
    expect(faults).toEqual([expect.stringMatching(told)])
  })

  it('ends a reader that hangs', { timeout: 60_000 }, async () => {
    const short = new FuzzProcess({ longestMs: 3000 })
    const { faults } = await short.hurt(new TextEncoder().encode('hangs'.padEnd(64)), 'bad reader', 2)
    short.close()
    expect(faults).toEqual(['1: takes more than 3 s'])
  })
})
