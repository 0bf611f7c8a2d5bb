import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { testFrames, writtenMf4 } from '../testing/written.ts'
import { mf4 } from './mf4.ts'
import { unpackedSource } from './mfc/unpacked-source.ts'
import { mfc } from './mfc.ts'

/** The container with literals, and a copy wherever the bytes repeat 16 back. */
function packed(bytes: Uint8Array, kind = 0x22, window = 1024): Uint8Array {
  const out: number[] = [...new TextEncoder().encode('Generic File'), 0, 0, kind, 1, 1, 2, 3, 4]
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, 4)
  head.setUint32(4, window)
  out.push(...new Uint8Array(head.buffer))
  let word = 0
  let bits = 0
  const put = (value: number, count: number): void => {
    for (let i = count - 1; i >= 0; i--) {
      word = (word << 1) | ((value >>> i) & 1)
      if (++bits === 8) {
        out.push(word)
        word = bits = 0
      }
    }
  }
  for (let at = 0; at < bytes.length;) {
    let same = 0
    while (same < 16 && at >= 16 && at + same < bytes.length && bytes[at + same] === bytes[at + same - 16]) same++
    if (same > 1) {
      put(0, 1)
      put(15, 10)
      put(same - 1, 4)
      at += same
    } else {
      put(1, 1)
      put(bytes[at++] ?? 0, 8)
    }
  }
  if (bits > 0) put(0, 8 - bits)
  return Uint8Array.from(out)
}

describe('CANedge compressed recordings', () => {
  it('unpacks and reads as MDF 4', async () => {
    const plain = await writtenMf4(testFrames(400, true))
    const source = memorySource(packed(plain))
    const unpacked = await unpackedSource(source)
    expect(await unpacked.read(0, unpacked.size)).toEqual(plain.slice())
    expect(await mfc.readHeader(source)).toEqual({ ...(await mf4.readHeader(memorySource(plain))), format: 'mfc' })
  })

  it('reads any place of a long recording', async () => {
    const plain = Uint8Array.from({ length: 2_500_000 }, (_, i) => (i % 1000 < 100 ? i % 7 : (i * 2654435761) >>> 24))
    const unpacked = await unpackedSource(memorySource(packed(plain)))
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
    await expect(mfc.readHeader(memorySource(packed(bytes, 0x11)))).rejects.toThrow(/decrypt the file first/)
    await expect(mfc.readHeader(memorySource(packed(bytes, 0x33)))).rejects.toThrow(/kind 51/)
    await expect(mfc.readHeader(memorySource(packed(bytes, 0x22, 1000)))).rejects.toThrow(/window of 1000/)
  })

  it('holds damaged files', { timeout: 120_000 }, async () => {
    expect(await hurt(packed(await writtenMf4(testFrames(400, true))), mutationsPerFormat)).toEqual([])
  })
})
