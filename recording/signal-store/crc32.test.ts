import { expect, it } from 'vitest'
import { crc32 } from './crc32.ts'

it('is the crc32 of zip, at any alignment and in parts', () => {
  const bytes = new TextEncoder().encode('0123456789'.repeat(9))
  // The check value of the catalogue of CRC algorithms (CRC-32/ISO-HDLC).
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf4_3926)
  const whole = crc32(bytes)
  for (let cut = 0; cut < 20; cut++) {
    expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(whole)
    const moved = new Uint8Array(bytes.length + cut)
    moved.set(bytes, cut)
    expect(crc32(moved.subarray(cut))).toBe(whole)
  }
})
