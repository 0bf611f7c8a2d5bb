import { describe, expect, it } from 'vitest'
import { base64Of, readBase64 } from './base64.ts'
import { decimal, Decimal, hexadecimal } from './numbers.ts'
import { epochText, secondsText } from './text-buffer.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (text: string): number => hexadecimal(bytes(text), 0, text.length)
const dec = (text: string): number => decimal(bytes(text), 0, text.length)

describe('numbers from bytes', () => {
  it('reads hexadecimal up to 8 digits', () => {
    expect([hex('0'), hex('1FFFFFFF'), hex('ffffffff')]).toEqual([0, 0x1fff_ffff, 0xffff_ffff])
    expect([hex(''), hex('g'), hex('12345678a'), hex('-1')]).toEqual([-1, -1, -1, -1])
  })

  it('reads decimals as far as doubles are exact', () => {
    expect([dec('007'), dec('9007199254740991')]).toEqual([7, Number.MAX_SAFE_INTEGER])
    expect([dec(''), dec('1.0'), dec('9007199254740992'), dec('a')]).toEqual([-1, -1, -1, -1])
  })

  it.each([
    ['1581670628.161550', 1581670628, 161_550_000],
    ['0.1', 0, 100_000_000],
    ['12', 12, 0],
    ['12.', 12, 0],
    ['4294967295.000000001', 4_294_967_295, 1],
    ['1.1234567899', 1, 123_456_789],
  ])('reads %s exactly', (text, whole, billionths) => {
    const number = new Decimal()
    expect(number.read(bytes(text), 0, text.length)).toBe(true)
    expect([number.whole, number.billionths]).toEqual([whole, billionths])
  })

  it.each(['', '.5', '1,5', '1.5x', '-1', '1e5', '1234567890123.0'])('does not take %j for a number', (text) => {
    expect(new Decimal().read(bytes(text), 0, text.length)).toBe(false)
  })

  it('writes times rounded, with carry', () => {
    expect([secondsText(1_999_999_600, 6), secondsText(0, 6), secondsText(1500, 6)]).toEqual(['2.000000', '0.000000', '0.000002'])
    const origin = { epochMs: 1_790_834_832_345, nanos: 678_900 }
    expect(epochText(origin, 25, 9)).toBe('1790834832.345678925')
    expect(epochText({ epochMs: 999, nanos: 999_999 }, 0, 6)).toBe('1.000000')
    expect(epochText({ epochMs: -1, nanos: 0 }, 1e6, 3)).toBe('0.000')
  })

  it('reads and writes base64 as others do', () => {
    const to = new Uint8Array(64)
    for (let length = 0; length <= 64; length++) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255)
      const text = Buffer.from(data).toString('base64')
      expect(base64Of(data, 0, length)).toBe(text)
      expect(readBase64(bytes(text), 0, text.length, to)).toBe(length)
      expect(to.slice(0, length)).toEqual(data)
    }
    expect(readBase64(bytes('AAA'), 0, 3, to)).toBe(-1)
    expect(readBase64(bytes('A*AA'), 0, 4, to)).toBe(-1)
    expect(readBase64(bytes('A'.repeat(96)), 0, 96, to)).toBe(-1)
  })
})
