import { expect, test, vi } from 'vitest'
import { defaultPageSize } from './data-grid/data-grid.tsx'
import { narrowWidth } from './data-grid/use-narrow.ts'
import { dialogSizes } from './dialog.tsx'
import { currentToasts, showToast } from './toast.ts'

// The constants of the core document, section 9, and of the console document, sections 8 and 9.

test('popups: 30vw and as high as needed; help 50vw by 50vh; value 20vw by 15vh', () => {
  expect(dialogSizes.plain).toEqual({ width: '30vw', height: 'fit-content' })
  expect(dialogSizes.help).toEqual({ width: '50vw', height: '50vh' })
  expect(dialogSizes.value).toEqual({ width: '20vw', height: '15vh' })
})

test('a page of a grid has 100 rows', () => expect(defaultPageSize).toBe(100))

test('below 768 pixels the layout is the narrow one', () => expect(narrowWidth).toBe(768))

test('a toast stays one second, or as long as it is told to', () => {
  vi.useFakeTimers()
  showToast('short')
  showToast('long', 'success', 1500)
  vi.advanceTimersByTime(999)
  expect(currentToasts().map(({ text }) => text)).toEqual(['short', 'long'])
  vi.advanceTimersByTime(1)
  expect(currentToasts().map(({ text }) => text)).toEqual(['long'])
  vi.advanceTimersByTime(500)
  expect(currentToasts()).toEqual([])
  vi.useRealTimers()
})
