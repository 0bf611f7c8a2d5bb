import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'
import { formatAge, formatMoment } from './time.ts'
import { browserZone, zoneOfPreference } from './zone.ts'

test.each([
  [0, '0 Bytes'],
  [1, '1 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [53_084_160, '50.63 MB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 8, '1 YB'],
  [1024 ** 9, '1024 YB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('bytes take another number of decimals', () => {
  expect(formatBytes(1_234_567, 0)).toBe('1 MB')
  expect(formatBytes(1_234_567, 3)).toBe('1.177 MB')
})

test('a moment is shown in the zone, across summer time and midnight', () => {
  expect(formatMoment('2026-11-04T06:07:12.000Z', 'Europe/Berlin')).toBe('2026-11-04 07:07:12')
  expect(formatMoment('2026-07-04T22:07:12.000Z', 'Europe/Berlin')).toBe('2026-07-05 00:07:12')
  expect(formatMoment('2026-11-04T00:00:00+01:00', 'UTC')).toBe('2026-11-03 23:00:00')
})

test('what cannot be read as a moment is null', () => {
  for (const given of ['', 'yesterday', null, undefined]) expect(formatMoment(given, 'UTC')).toBeNull()
})

test('the age of a moment is told in the largest unit that fits', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatAge('2026-11-21T11:59:50Z', now)).toBe('just now')
  expect(formatAge('2026-11-21T11:56:00Z', now)).toBe('4 min ago')
  expect(formatAge('2026-11-20T13:00:00Z', now)).toBe('23 h ago')
  expect(formatAge('2026-11-09T12:00:00Z', now)).toBe('12 days ago')
  expect(formatAge('2026-11-21T12:00:30Z', now)).toBe('just now')
})

test('the zone stands behind six characters of offset', () => {
  expect(zoneOfPreference('+01:00Europe/Berlin')).toBe('Europe/Berlin')
  expect(zoneOfPreference('-05:00America/New_York')).toBe('America/New_York')
  for (const given of [undefined, '', '+01:00', '+01:00Nowhere/Land', 'Europe/Berlin'])
    expect(zoneOfPreference(given)).toBe(browserZone())
})
