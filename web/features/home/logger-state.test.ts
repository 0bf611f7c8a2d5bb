import { expect, test } from 'vitest'
import type { Device } from '#contract/devices.ts'
import { loggerState, loggersByVehicle, usedShare } from './logger-state.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const device = (given: Partial<Device>): Device => ({
  id: 1,
  type: 'logger',
  serial: 'A1',
  vehicle: { id: 7, fleetId: 1, displayName: 'WT-07' },
  lastCheckin: hoursAgo(1),
  state: null,
  hasToken: true,
  ...given,
})

test.each([
  ['no logger', undefined],
  ['never heard', device({ lastCheckin: null })],
  ['active', device({})],
  ['active', device({ lastCheckin: hoursAgo(24) })],
  ['silent', device({ lastCheckin: hoursAgo(24.1) })],
  ['silent', device({ lastCheckin: hoursAgo(30), state: { freeBytes: 0, totalBytes: 100 } })],
  ['active', device({ state: { freeBytes: 11, totalBytes: 100 } })],
  ['nearly full', device({ state: { freeBytes: 9, totalBytes: 100 } })],
])('%s', (word, given) => {
  expect(loggerState(given, now).word).toBe(word)
})

test('storage is known only when the logger has told both figures', () => {
  expect(usedShare(device({ state: { freeBytes: 25, totalBytes: 100 } }))).toBe(0.75)
  expect(usedShare(device({ state: { freeBytes: 25 } }))).toBeNull()
  expect(usedShare(device({ state: { freeBytes: 0, totalBytes: 0 } }))).toBeNull()
})

test('of several loggers in a vehicle the one heard from last speaks for it', () => {
  const older = device({ id: 1, lastCheckin: hoursAgo(5) })
  const newer = device({ id: 2, lastCheckin: hoursAgo(1) })
  const spare = device({ id: 3, vehicle: null })
  expect(loggersByVehicle([newer, older, spare]).get(7)?.id).toBe(2)
  expect(loggersByVehicle([older, newer]).size).toBe(1)
})
