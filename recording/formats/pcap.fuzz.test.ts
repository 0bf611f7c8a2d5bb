import { describe, expect, it } from 'vitest'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { realBytes, realRecordings } from '../testing/real-recordings.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../testing/write-frames.ts'
import { testBuses, testFrames, testStart } from '../testing/written.ts'
import { pcapngWriter, pcapWriter } from './pcap.ts'
import { ethernetLayers } from './pcap/ethernet.ts'
import { detectFormat } from './registry.ts'

describe('damaged recordings', () => {
  it('PCAP', { timeout: 240_000 }, async () => {
    const { bytes } = await writeFrames(pcapWriter, testStart, testBuses, testFrames(400, true))
    expect(await hurt(bytes, mutationsPerFormat)).toEqual([])
  })

  it('PCAPNG', { timeout: 240_000 }, async () => {
    const { bytes } = await writeFrames(pcapngWriter, testStart, mixedBuses, [mixedFrames(), ...testFrames(100, true)])
    expect(await hurt(bytes, mutationsPerFormat)).toEqual([])
  })

  // Small, with all layers: also what names the layers must stand whatever the bytes are.
  it.each(realRecordings('pcap').filter(({ path }) => path.includes('.pcap')))(
    'real: $path',
    { timeout: 240_000 },
    async ({ path }) => {
      const faults = await hurt(new Uint8Array(realBytes({ path })), mutationsPerFormat, async (source) => {
        const format = await detectFormat(source)
        if (!format) return undefined
        const { blocks } = await format.readFrames(source)
        for await (const block of blocks)
          for (let row = 0; row < block.count; row++) {
            const start = block.dataStart[row] ?? 0
            ethernetLayers(block.data.subarray(start, start + (block.length[row] ?? 0)))
          }
        return undefined
      })
      expect(faults).toEqual([])
    },
  )
})
