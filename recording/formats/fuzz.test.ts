import { describe, expect, it } from 'vitest'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { realBytes, realRecordings } from '../testing/real-recordings.ts'
import { testFrames, writtenMf4, writtenSignals, writtenVsb } from '../testing/written.ts'

describe('damaged recordings', () => {
  it('VSB', { timeout: 120_000 }, async () => {
    expect(await hurt(await writtenVsb(testFrames(400, true)), mutationsPerFormat)).toEqual([])
  })

  it('MF4 bus logging', { timeout: 120_000 }, async () => {
    expect(await hurt(await writtenMf4(testFrames(400, true)), mutationsPerFormat)).toEqual([])
  })

  it('MF4 signals', { timeout: 120_000 }, async () => {
    const group = {
      name: 'g',
      seconds: Float64Array.from({ length: 200 }, (_, i) => i),
      signals: [{ name: 's', unit: '', raw: new Uint8Array(200) }],
    }
    expect(await hurt(await writtenSignals([group, group]), mutationsPerFormat)).toEqual([])
  })

  // Small real files of each make: unfinalized and unsorted, compressed, with VLSD groups.
  const real = realRecordings('mf4-can', 'mf4-signals').filter(({ path }) =>
    /00000048|63BEF5CD|Discrete_deflate|primitives/.test(path),
  )
  it.each(real)('real: $path', { timeout: 240_000 }, async ({ path }) => {
    expect(await hurt(new Uint8Array(realBytes({ path })), mutationsPerFormat)).toEqual([])
  })
})
