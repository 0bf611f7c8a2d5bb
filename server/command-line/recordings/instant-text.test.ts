import { expect, test } from 'vitest'
import { durationText } from './instant-text.ts'

test('a duration is in hours, minutes and tenths of seconds', () => {
  expect(durationText(5.25)).toBe('5.25 s')
  expect(durationText(83.04)).toBe('1 min 23.0 s')
  expect(durationText(3723.46)).toBe('1 h 02 min 03.5 s')
})

test('sixty seconds are a minute, also after rounding', () => {
  expect(durationText(599.99)).toBe('10 min 00.0 s')
  expect(durationText(3599.96)).toBe('1 h 00 min 00.0 s')
})
