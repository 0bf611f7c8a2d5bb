import { describe, expect, it } from 'vitest'
import { bitPositions, readExact, readRaw, signalEncoder } from './bits.ts'
import type { Signal } from './catalog.ts'
import { writeDbc } from './dbc-writer.ts'
import { demoCatalog } from './demo.ts'

const base: Signal = {
  name: 'S',
  startBit: 0,
  bitCount: 8,
  byteOrder: 'little',
  signed: false,
  factor: 1,
  offset: 0,
  minimum: 0,
  maximum: 0,
  unit: '',
}

describe('bits of a signal', () => {
  it('counts big-endian bits as DBC does', () => {
    // 7|16@0: the most significant byte first, over bytes 0 and 1.
    expect(bitPositions({ startBit: 7, bitCount: 16, byteOrder: 'big' })).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
    ])
  })

  it.each<[string, Partial<Signal>, number, string]>([
    ['little-endian', { startBit: 8, bitCount: 16 }, 0x1234, '0034120000000000'],
    ['big-endian', { startBit: 15, bitCount: 16, byteOrder: 'big' }, 0x1234, '0012340000000000'],
    ['negative', { bitCount: 12, signed: true }, -2, 'fe0f000000000000'],
    ['scaled', { bitCount: 16, factor: 0.01, offset: -40 }, 12.34, '7214000000000000'],
    ['too large for its bits', { bitCount: 8 }, 999, 'ff00000000000000'],
  ])('%s', (_, change, physical, hex) => {
    const signal = { ...base, ...change }
    const data = new Uint8Array(8)
    signalEncoder(signal)(data, 0, physical)
    expect(Buffer.from(data).toString('hex')).toBe(hex)
    const back = readRaw(signal, data, 0) * signal.factor + signal.offset
    if (physical !== 999) expect(back).toBeCloseTo(physical, 6)
  })

  it.each<[string, Partial<Signal>, number, string]>([
    ['half', { bitCount: 16, float: true }, -1.5, '00be000000000000'],
    ['single', { bitCount: 32, float: true }, 0.1, 'cdcccc3d00000000'],
    ['single, big-endian', { startBit: 7, bitCount: 32, byteOrder: 'big', float: true }, 0.1, '3dcccccd00000000'],
    ['double', { bitCount: 64, float: true }, 0.1, '9a9999999999b93f'],
    ['64 bits', { bitCount: 64 }, 2 ** 63, '0000000000000080'],
    ['64 bits, signed', { bitCount: 64, signed: true }, -2, 'feffffffffffffff'],
    ['64 bits, big-endian', { startBit: 7, bitCount: 64, byteOrder: 'big' }, 2 ** 63 + 2 ** 11, '8000000000000800'],
  ])('%s is exact', (_, change, raw, hex) => {
    const signal = { ...base, ...change }
    const data = new Uint8Array(8)
    signalEncoder(signal)(data, 0, raw)
    expect(Buffer.from(data).toString('hex')).toBe(hex)
    const single = signal.float && signal.bitCount === 32
    expect(readRaw(signal, data, 0)).toBe(single ? Math.fround(raw) : raw)
  })

  it('reads 64 bits that no double can hold', () => {
    const signal = { ...base, bitCount: 64, signed: true }
    expect(readExact(signal, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0x80), 0)).toBe(-(2n ** 63n) + 1n)
  })

  it('writes over what was there and leaves neighbours alone', () => {
    const data = new Uint8Array(8).fill(0xff)
    signalEncoder({ ...base, startBit: 4, bitCount: 8 })(data, 0, 0)
    expect([...data.subarray(0, 3)]).toEqual([0x0f, 0xf0, 0xff])
  })
})

describe('the demo catalog', () => {
  it('has signals that fit their messages and do not overlap', () => {
    for (const message of demoCatalog.messages) {
      const taken = message.signals.flatMap(bitPositions)
      expect(new Set(taken).size).toBe(taken.length)
      expect(Math.max(...taken)).toBeLessThan(message.length * 8)
    }
  })

  it('is written as DBC', () => {
    const dbc = writeDbc(demoCatalog)
    expect(dbc).toContain('BO_ 208 Chassis: 8 Logger\n SG_ VehicleSpeed : 0|16@1+ (0.01,0) [0|655.35] "km/h" Vector__XXX')
    expect(dbc).toContain('BO_ 2566845184 GpsPosition: 8 Logger')
    expect(dbc).toContain('VAL_ 208 BrakePedal 0 "Released" 1 "Pressed" ;')
  })

  it('refuses names that DBC cannot hold', () => {
    expect(() =>
      writeDbc({ name: 'x', messages: [{ name: 'not a name', id: 1, extended: false, length: 8, signals: [] }] }),
    ).toThrow('cannot be a name')
  })
})
