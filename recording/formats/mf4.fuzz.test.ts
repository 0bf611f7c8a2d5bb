import { describe, expect, it } from 'vitest'
import { MemorySink } from '../byte-sink.ts'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { realBytes, realRecordings } from '../testing/real-recordings.ts'
import { testBuses, testFrames, testStart } from '../testing/written.ts'
import { mf4FrameFormat } from './mf4/frame-format.ts'

describe('damaged MF4 bus logging', () => {
  it.each([[false], [true]])('as we write it (compressed %s)', { timeout: 240_000 }, async (compress) => {
    const sink = new MemorySink()
    const writer = mf4FrameFormat({ compress }).open(sink)
    await writer.begin(testStart, testBuses)
    for (const block of testFrames(300, true)) await writer.write(block)
    await writer.finish()
    expect(await hurt(sink.bytes().slice(), mutationsPerFormat)).toEqual([])
  })

  // Values of variable length in records of the same data and, in finished files, in blocks of their own.
  const real = realRecordings('mf4-can').filter(({ path }) => /FCBF0606|00000005-60FEB5A8/.test(path))
  it.each(real)('real: $path', { timeout: 600_000 }, async ({ path }) => {
    expect(await hurt(new Uint8Array(realBytes({ path })), Math.min(mutationsPerFormat, 1000))).toEqual([])
  })
})
