import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeAlarm } from './alarm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('rings at its moment, once', () => {
  const ring = vi.fn()
  makeAlarm(ring).set(Date.now() + 900_000)
  vi.advanceTimersByTime(899_999)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000_000)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('a moment beyond what setTimeout takes does not ring at once', () => {
  const ring = vi.fn()
  const days = 60 * 86_400_000
  makeAlarm(ring).set(Date.now() + days)
  vi.advanceTimersByTime(days - 1)
  expect(ring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(ring).toHaveBeenCalledTimes(1)
})

test('after a sleep, in which timers stood still, a check rings', () => {
  const ring = vi.fn()
  const alarm = makeAlarm(ring)
  alarm.set(Date.now() + 900_000)
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  expect(ring).not.toHaveBeenCalled()
  alarm.check()
  expect(ring).toHaveBeenCalledTimes(1)
})

test('a new moment replaces the old one, null takes it away', () => {
  const ring = vi.fn()
  const alarm = makeAlarm(ring)
  alarm.set(Date.now() + 1000)
  alarm.set(null)
  alarm.check()
  vi.advanceTimersByTime(10_000)
  expect(ring).not.toHaveBeenCalled()
})
