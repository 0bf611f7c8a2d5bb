import { describe, expect, it } from 'vitest'
import type { FrameRow } from '../protocol.ts'
import { copiedText, dataText, marksOf, physicalText, rawText } from './frame-text.ts'

const row: FrameRow = {
  row: 7,
  timeNs: 1.5e9,
  bus: 'can0',
  busKey: 'CAN 1',
  id: 0x1a0,
  flags: 0x18,
  name: 'Motion',
  length: 3,
  data: Uint8Array.of(0, 0x0a, 0xff),
}

describe('a frame in words', () => {
  it('is copied as one line of columns', () =>
    expect(copiedText(row, { originSeconds: 3600 })).toBe('01:00:01.500000\tcan0\t0x1A0\tMotion\tTx FD\t3\t00 0A FF'))
  it('tells a request, an error and data that are cut', () => {
    expect(dataText({ ...row, flags: 0x02 })).toBe('remote request')
    expect(dataText({ ...row, length: 64 })).toBe('00 0A FF …')
    expect(copiedText({ ...row, flags: 0x04, name: null }, { originSeconds: 0 })).toContain('\terror\t')
    expect(marksOf({ flags: 0 })).toBe('')
  })
  it('gives values by name, with unit and raw', () => {
    expect(physicalText({ value: 3, text: 'Drive' }, '')).toBe('Drive')
    expect(physicalText({ value: 12.5, text: null }, 'km/h')).toBe('12.5 km/h')
    expect(rawText(100)).toBe('100 (0x64)')
    expect(rawText(-1)).toBe('-1')
    expect(rawText(0.5)).toBe('0.5')
  })
})
