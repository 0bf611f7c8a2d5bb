import { expect, test } from 'vitest'
import { missingSignals, missingText } from './missing-signals.ts'
import { plainPlot, plainSeries } from './series.ts'

test('what a layout asks for and no recording has is named, but not while a recording is read', () => {
  const plots = [plainPlot([plainSeries(0, 'can0/Motion/Speed'), plainSeries(1, 'can0/Motion/Gear')])]
  const drive = { name: 'drive.log' }
  expect(missingSignals(plots, [], [drive])).toEqual(['Speed', 'Gear'])
  expect(missingSignals(plots, [], [drive, null])).toEqual(['Speed'])
  expect(missingSignals([], [], [drive])).toEqual([])
})

test('a long list is cut short', () => {
  expect(missingText(['Gear'], 1)).toBe('This recording lacks Gear, which the view asks for.')
  expect(missingText(['A', 'B', 'C', 'D', 'E'], 2)).toBe('These recordings lack A, B, C and 2 more, which the view asks for.')
})
