import { describe, expect, it } from 'vitest'
import { bytesTouched, numberReader, type NumberLayout } from './signal-numbers.ts'

/** The number by whole-number arithmetic on all bits. */
function byBits(bytes: Uint8Array, layout: NumberLayout): number {
  let all = 0n
  const touched = bytes.slice(layout.byteOffset, layout.byteOffset + bytesTouched(layout))
  for (const byte of layout.little ? touched.toReversed() : touched) all = (all << 8n) | BigInt(byte)
  const value = BigInt.asUintN(layout.bitCount, all >> BigInt(layout.bitOffset))
  return Number(layout.kind === 'signed' ? BigInt.asIntN(layout.bitCount, value) : value)
}

describe('numbers in records', () => {
  const bytes = Uint8Array.from({ length: 96 }, (_, i) => (i * 149 + 77) ^ (i << 3))

  it('reads any run of 1 to 64 bits in both byte orders', () => {
    for (let bitCount = 1; bitCount <= 64; bitCount++)
      for (let bitOffset = 0; bitOffset < 8; bitOffset++)
        for (const kind of ['unsigned', 'signed'] as const)
          for (const little of [true, false]) {
            const layout: NumberLayout = { byteOffset: 3, bitOffset, bitCount, kind, little }
            const column = numberReader(layout)?.(bytes, 16, 5)
            const expected = Array.from({ length: 5 }, (_, row) => byBits(bytes.subarray(row * 16), layout))
            expect({ layout, values: [...(column?.values ?? [])] }).toEqual({ layout, values: expected })
          }
  })

  it('takes the smallest type', () => {
    const types = [8, 9, 16, 17, 32, 33].map((bitCount) => {
      const layout = { byteOffset: 0, bitOffset: 0, bitCount, kind: 'signed', little: true } as const
      return numberReader(layout)?.(bytes, 16, 1).values.constructor.name
    })
    expect(types).toEqual(['Int8Array', 'Int16Array', 'Int16Array', 'Int32Array', 'Int32Array', 'Float64Array'])
  })

  it('says when 64-bit integers were rounded', () => {
    const layout = { byteOffset: 0, bitOffset: 0, bitCount: 64, kind: 'unsigned', little: true } as const
    const read = numberReader(layout)
    expect(read?.(Uint8Array.of(1, 0, 0, 0, 0, 0, 0x20, 0), 8, 1)).toEqual({ values: Float64Array.of(2 ** 53), rounded: true })
    expect(read?.(Uint8Array.of(2, 0, 0, 0, 0, 0, 0x20, 0), 8, 1)).toEqual({
      values: Float64Array.of(2 ** 53 + 2),
      rounded: false,
    })
  })

  it('reads half precision with its small and special values', () => {
    const read = numberReader({ byteOffset: 0, bitOffset: 0, bitCount: 16, kind: 'float', little: false })
    const halves = Uint8Array.of(0x3c, 0, 0xc0, 0, 0, 1, 0x7c, 0, 0xfc, 0, 0x7e, 0, 0x35, 0x55)
    expect([...(read?.(halves, 2, 7).values ?? [])]).toEqual([1, -2, 2 ** -24, Infinity, -Infinity, NaN, 0.333251953125])
  })

  it('refuses widths that no number has', () => {
    expect(numberReader({ byteOffset: 0, bitOffset: 0, bitCount: 65, kind: 'signed', little: true })).toBeNull()
    expect(numberReader({ byteOffset: 0, bitOffset: 0, bitCount: 24, kind: 'float', little: true })).toBeNull()
    expect(numberReader({ byteOffset: 0, bitOffset: 0, bitCount: 0, kind: 'signed', little: true })).toBeNull()
  })
})
