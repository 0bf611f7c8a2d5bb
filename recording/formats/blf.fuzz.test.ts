import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../testing/write-frames.ts'
import { testBuses, testFrames, testStart } from '../testing/written.ts'
import { blfWriter } from './blf.ts'

/** The same file with containers that are not compressed, so that mutations reach the objects. */
function unpacked(bytes: Uint8Array, content: Uint8Array): Uint8Array {
  const plain = new Uint8Array(144 + 32 + content.length)
  plain.set(bytes.subarray(0, 144 + 32))
  plain.set(content, 144 + 32)
  const view = new DataView(plain.buffer)
  view.setUint32(144 + 8, 32 + content.length, true)
  view.setUint16(144 + 16, 0, true)
  return plain
}

describe('damaged recordings', () => {
  it('BLF', { timeout: 240_000 }, async () => {
    const { bytes } = await writeFrames(blfWriter, testStart, testBuses, testFrames(400, true))
    expect(await hurt(bytes, mutationsPerFormat)).toEqual([])
  })

  it('BLF objects of all buses', { timeout: 240_000 }, async () => {
    const { bytes } = await writeFrames(blfWriter, testStart, mixedBuses, [mixedFrames()])
    expect(await hurt(unpacked(bytes, inflateSync(bytes.subarray(144 + 32))), mutationsPerFormat)).toEqual([])
  })
})
