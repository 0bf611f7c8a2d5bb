import { constants, deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflateHere } from './inflate.ts'

/** Bytes with repetition, with rare values, and at random: all kinds of blocks and long codes. */
function sample(kind: number, length: number): Uint8Array {
  let state = kind + 1
  return Uint8Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    if (kind === 0) return (i * i) >> 7
    return kind === 1 ? state >>> 24 : 31 - Math.clz32(state >>> 8)
  })
}

const cases = [0, 1, 2].flatMap((kind) =>
  [0, 1, 6, 9].flatMap((level) =>
    [constants.Z_DEFAULT_STRATEGY, constants.Z_HUFFMAN_ONLY, constants.Z_FIXED].map((strategy) => ({ kind, level, strategy })),
  ),
)

describe('inflate', () => {
  it.each(cases)('unpacks what zlib packed: $kind, level $level, strategy $strategy', ({ kind, level, strategy }) => {
    for (const length of [0, 1, 300, 70_000]) {
      const plain = sample(kind, length)
      const to = new Uint8Array(length)
      expect(inflateHere(deflateSync(plain, { level, strategy }), to)).toEqual({ written: length, end: 'done' })
      expect(Buffer.compare(to, plain)).toBe(0)
    }
  })

  it('gives what there is of cut data', () => {
    const plain = sample(2, 50_000)
    const packed = deflateSync(plain)
    const to = new Uint8Array(plain.length)
    const { written, end } = inflateHere(packed.subarray(0, packed.length >> 1), to)
    expect(end).toBe('cut')
    expect(written).toBeGreaterThan(20_000)
    expect(Buffer.compare(to.subarray(0, written), plain.subarray(0, written))).toBe(0)
  })

  it('stops at the end of the room', () => {
    expect(inflateHere(deflateSync(sample(0, 1000)), new Uint8Array(999))).toEqual({ written: expect.any(Number), end: 'over' })
  })

  it('judges damaged data as zlib does', () => {
    const packed = deflateSync(sample(2, 5000))
    let noticed = 0
    for (let at = 0; at < packed.length; at++) {
      const broken = Uint8Array.from(packed)
      broken[at] = (broken[at] ?? 0) ^ 0x10
      const to = new Uint8Array(5000)
      if (inflateHere(broken, to).end === 'done') expect(Buffer.compare(to, inflateSync(broken))).toBe(0)
      else {
        expect(() => inflateSync(broken, { maxOutputLength: 5000 })).toThrow()
        noticed++
      }
    }
    expect(noticed).toBeGreaterThan(packed.length - 5)
  })
})
