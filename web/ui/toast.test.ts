import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToasts, showToast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const shown = () => currentToasts().map(({ text }) => text)

test('a toast stays for a second unless told otherwise', () => {
  showToast('Copied')
  showToast('Analyzer "Brakes" run queued', 'success', 2500)
  showToast('Failed to queue analyzer run.', 'error', 4000)
  vi.advanceTimersByTime(999)
  expect(shown()).toHaveLength(3)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['Analyzer "Brakes" run queued', 'Failed to queue analyzer run.'])
  vi.advanceTimersByTime(1500)
  expect(shown()).toEqual(['Failed to queue analyzer run.'])
  vi.advanceTimersByTime(1500)
  expect(shown()).toEqual([])
})
