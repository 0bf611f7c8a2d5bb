import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { packedMfc } from '../testing/packed-mfc.ts'
import { testFrames, writtenMf4 } from '../testing/written.ts'
import { mf4 } from './mf4.ts'
import { unpackedSource } from './mfc/unpacked-source.ts'
import { mfc } from './mfc.ts'

describe('CANedge compressed recordings', () => {
  it('unpacks and reads as MDF 4', async () => {
    const plain = await writtenMf4(testFrames(400, true))
    const source = memorySource(packedMfc(plain))
    const unpacked = await unpackedSource(source)
    expect(await unpacked.read(0, unpacked.size)).toEqual(plain.slice())
    expect(await mfc.readHeader(source)).toEqual({ ...(await mf4.readHeader(memorySource(plain))), format: 'mfc' })
  })

  it('reads any place of a long recording', async () => {
    const plain = Uint8Array.from({ length: 2_500_000 }, (_, i) => (i % 1000 < 100 ? i % 7 : (i * 2654435761) >>> 24))
    const unpacked = await unpackedSource(memorySource(packedMfc(plain)))
    expect(unpacked.size).toBe(plain.length)
    for (const [offset, length] of [
      [0, 10],
      [1_048_570, 100],
      [2_499_990, 100],
      [1_000_000, 1_200_000],
    ] as const)
      expect(await unpacked.read(offset, length)).toEqual(plain.slice(offset, offset + length))
  })

  it('refuses encrypted files and windows that it does not know, saying what to do', async () => {
    const bytes = new Uint8Array(100)
    await expect(mfc.readHeader(memorySource(packedMfc(bytes, 0x11)))).rejects.toThrow(/decrypt the file first/)
    await expect(mfc.readHeader(memorySource(packedMfc(bytes, 0x33)))).rejects.toThrow(/kind 51/)
    await expect(mfc.readHeader(memorySource(packedMfc(bytes, 0x22, 1000)))).rejects.toThrow(/window of 1000/)
  })
})
