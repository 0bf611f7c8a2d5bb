import { beforeAll, expect, test } from 'vitest'
import { ensureTemporal } from '#web/format/temporal.ts'
import { dateErrors, dateText, latestStart, readDate, withinLimits } from './date-text.ts'

beforeAll(ensureTemporal)

const moment = (text: string, zone: string, side: 'start' | 'end' = 'start') => {
  const read = readDate(text, zone, side)
  return read.kind === 'moment' ? read.iso : read.kind
}
const at = (iso: string) => ({ kind: 'moment' as const, iso })

test('what was typed is a time in the zone', () => {
  expect(moment('2026/11/04 07:07:12', 'Europe/Berlin')).toBe('2026-11-04T06:07:12.000Z')
  expect(moment('2026/07/04 08:07:12', 'Europe/Berlin')).toBe('2026-07-04T06:07:12.000Z')
  expect(moment(' 2026-7-4 8:07 ', 'Asia/Kolkata')).toBe('2026-07-04T02:37:00.000Z')
})

test('a date alone covers its whole day', () => {
  expect(moment('2026/11/04', 'Europe/Berlin', 'start')).toBe('2026-11-03T23:00:00.000Z')
  expect(moment('2026/11/04', 'Europe/Berlin', 'end')).toBe('2026-11-04T22:59:59.000Z')
})

test('a day of 23 hours and one of 25 are covered whole', () => {
  expect([moment('2026/03/29', 'Europe/Berlin', 'start'), moment('2026/03/29', 'Europe/Berlin', 'end')]).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T21:59:59.000Z',
  ])
  expect([moment('2026/10/25', 'Europe/Berlin', 'start'), moment('2026/10/25', 'Europe/Berlin', 'end')]).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.000Z',
  ])
})

test('a time that summer time skips is as much later; one that comes twice is the first', () => {
  expect(moment('2026/03/29 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(dateText('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('2026/03/29 03:30:00')
  expect(moment('2026/10/25 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
})

test("midnight may be missing: a day that begins at one o'clock", () => {
  expect(moment('2026/09/06', 'America/Santiago', 'start')).toBe('2026-09-06T04:00:00.000Z')
})

test('nonsense is wrong, nothing is none', () => {
  for (const text of ['yesterday', '2026/13/01', '2026/02/29', '2026/11/04 24:00:00', '2026/11/04 10:61', '04/11/2026'])
    expect(moment(text, 'UTC')).toBe('wrong')
  expect(moment('  ', 'UTC')).toBe('none')
})

test('shown and read again is the same moment, at every half hour around both changes', () => {
  for (const day of ['2026-03-29', '2026-10-25']) {
    for (let half = 0; half < 48; half++) {
      const iso = new Date(Date.parse(`${day}T00:00:00Z`) + half * 1_800_000 - 7_200_000).toISOString()
      const again = moment(dateText(iso, 'Europe/Berlin'), 'Europe/Berlin')
      // The hour that comes twice is read as its first.
      const twice = iso >= '2026-10-25T01:00:00.000Z' && iso < '2026-10-25T02:00:00.000Z'
      expect(again).toBe(twice ? new Date(Date.parse(iso) - 3_600_000).toISOString() : iso)
    }
  }
})

const now = Date.parse('2026-11-21T12:00:00.000Z')

test('the end is not in the future and not before the start', () => {
  const none = { kind: 'none' } as const
  expect(dateErrors(none, none, now)).toEqual({ start: null, end: null })
  expect(dateErrors(none, at('2026-11-22T12:00:00.000Z'), now).end).toBe('End Date cannot be in the future')
  expect(dateErrors(at('2026-11-20T12:00:00.000Z'), at('2026-11-19T12:00:00.000Z'), now).end).toBe(
    'End Date should be later than Start Date',
  )
  expect(dateErrors(at('2026-11-21T11:59:30.000Z'), none, now).start).toBe('Start Date must be at least one minute ago')
  expect(dateErrors({ kind: 'wrong' }, none, now).start).toBe('Use yyyy/MM/dd HH:mm:ss')
})

test('a picked start is at least one minute before the end and before now', () => {
  expect(latestStart(null, now)).toBe(now - 60_000)
  expect(withinLimits('2026-11-21T23:00:00.000Z', 'start', null, now)).toBe('2026-11-21T11:59:00.000Z')
  expect(withinLimits('2026-11-20T23:00:00.000Z', 'start', '2026-11-10T00:00:00.000Z', now)).toBe('2026-11-09T23:59:00.000Z')
})

test('a picked end is at most now and at least the start', () => {
  expect(withinLimits('2026-11-21T23:59:59.000Z', 'end', null, now)).toBe('2026-11-21T12:00:00.000Z')
  expect(withinLimits('2026-11-01T00:00:00.000Z', 'end', '2026-11-10T00:00:00.000Z', now)).toBe('2026-11-10T00:00:00.000Z')
})
