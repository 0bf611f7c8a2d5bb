import { describe, expect, it } from 'vitest'
import { readAhead } from './thread-source.ts'

const mebibyte = 1024 * 1024
const size = 11 * mebibyte + 5

/** Byte i of the file is i modulo 251. */
function rig() {
  const asked: [offset: number, length: number][] = []
  const source = readAhead(size, async (offset, length) => {
    asked.push([offset, length])
    return Uint8Array.from({ length }, (_, i) => (offset + i) % 251)
  })
  return { source, asked }
}

function expectBytes(bytes: Uint8Array, offset: number, length: number): void {
  expect(bytes.length).toBe(length)
  const wrong = bytes.findIndex((byte, i) => byte !== (offset + i) % 251)
  expect(wrong).toBe(-1)
}

describe('reading ahead', () => {
  it('gives a file that is read from front to back in few large pieces', async () => {
    const { source, asked } = rig()
    for (let offset = 0; offset < size; offset += mebibyte) {
      expectBytes(await source.read(offset, mebibyte), offset, Math.min(mebibyte, size - offset))
    }
    expect(asked.length).toBeLessThanOrEqual(4)
    expect(asked.reduce((sum, [, length]) => sum + length, 0)).toBe(size)
  })

  it('gives every other reader the very bytes that it asks for', async () => {
    const { source, asked } = rig()
    for (const offset of [5 * mebibyte, 17, 9 * mebibyte, 300]) expectBytes(await source.read(offset, 100), offset, 100)
    expect(asked.map(([, length]) => length)).toEqual([100, 100, 100, 100])
  })

  it('gives whole what lies across its pieces, and less only at the end', async () => {
    const { source } = rig()
    await source.read(0, 10)
    for (const [offset, length] of [
      [10, 100],
      [4 * mebibyte, 100],
      [110, 5 * mebibyte],
      [4 * mebibyte - 50, 100],
      [size - 3, 10],
      [size, 10],
    ] as const) {
      expectBytes(await source.read(offset, length), offset, Math.min(length, size - offset))
    }
  })

  it('tells the reader of a failure', async () => {
    let calls = 0
    const source = readAhead(size, () => (calls++ < 2 ? Promise.resolve(new Uint8Array(10)) : Promise.reject(new Error('away'))))
    await source.read(0, 10)
    await expect(source.read(10, 10)).resolves.toHaveLength(10)
    await expect(source.read(10 + 4 * mebibyte, 10)).rejects.toThrow('away')
  })
})
