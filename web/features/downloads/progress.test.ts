import { expect, test } from 'vitest'
import { isCompressing, progressOf } from './progress.ts'
import { zoneOffset } from './zone-offset.ts'

test('a status that begins with Compressing carries percent, files done and total, any other means complete', () => {
  expect(progressOf('Compressing 40% / 8000 / 20000')).toEqual({ percent: 40, done: 8000, total: 20_000 })
  for (const name of ['Complete', 'Ready', '']) expect([isCompressing(name), progressOf(name)]).toEqual([false, null])
  for (const name of ['Compressing', 'Compressing 40%', 'Compressing 4 % / 1 / 2', 'Compressing 40% / 8000 / 20000 files'])
    expect([isCompressing(name), progressOf(name)]).toEqual([true, null])
})

test('the offset of a zone is that of the moment', () => {
  expect(zoneOffset('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe('+02:00')
  expect(zoneOffset('Europe/Berlin', Date.UTC(2026, 11, 1))).toBe('+01:00')
  expect(zoneOffset('America/St_Johns', Date.UTC(2026, 11, 1))).toBe('-03:30')
  expect(zoneOffset('UTC', 0)).toBe('+00:00')
})
