import { describe, expect, it } from 'vitest'
import type { Tile } from '#recording/signal-store/tile.ts'
import { clockOf, clockText, durationText, secondsOf, timeOf } from './clock.ts'
import { stateRuns } from './state-runs.ts'
import { distanceOf, marked, rateText } from './marks.ts'
import { held, panned, pinched, zoomed } from './time-window.ts'
import { axesOf, axisRoom, rangePanned, rangeZoomed, reachOf, roomFor } from './value-axis.ts'
import { padded, rangeWithin } from './value-range.ts'
import { axisText, valueText } from './value-text.ts'

/** Cells of one sample each, a second apart; NaN is no value. */
function samples(values: readonly number[], given: { flags?: readonly number[]; codes?: boolean } = {}): Tile {
  const column = Float64Array.from(values)
  const time = Float64Array.from(values, (_, i) => i * 1e9)
  const codes = new Float64Array(values.length * 4)
  values.forEach((value, i) => (codes[i * 4] = value))
  return {
    level: -1,
    count: values.length,
    firstNs: time,
    lastNs: time,
    least: column,
    greatest: column,
    first: column,
    last: column,
    flags: Uint8Array.from(given.flags ?? values.map(() => 0)),
    codes: given.codes ? codes : null,
    codeCount: given.codes ? Uint8Array.from(values, (value) => (Number.isNaN(value) ? 0 : 1)) : null,
  }
}

describe('windows of time', () => {
  const whole = { fromNs: 0, toNs: 100e9 }
  it('zoom around a moment, which keeps its place', () => {
    expect(zoomed({ fromNs: 20e9, toNs: 60e9 }, whole, 0.5, 30e9)).toEqual({ fromNs: 25e9, toNs: 45e9 })
  })
  it('stay within the recording', () => {
    expect(zoomed({ fromNs: 20e9, toNs: 60e9 }, whole, 10)).toEqual(whole)
    expect(panned({ fromNs: 80e9, toNs: 100e9 }, whole, 0.5)).toEqual({ fromNs: 80e9, toNs: 100e9 })
    expect(held({ fromNs: -5e9, toNs: 5e9 }, whole)).toEqual({ fromNs: 0, toNs: 10e9 })
  })
  it('never become narrower than a microsecond', () => {
    const { fromNs, toNs } = zoomed({ fromNs: 50e9, toNs: 50e9 + 1500 }, whole, 0.001)
    expect(toNs - fromNs).toBe(1000)
  })
})

describe('the clock', () => {
  const clock = clockOf({ epochMs: Date.UTC(2026, 5, 1, 21, 59, 59, 250), nanos: 500 }, 'Europe/Berlin')
  it('is that of the zone, to the nanosecond', () => {
    expect(clockText(secondsOf(clock, 0), 1e-9)).toBe('23:59:59.250000500')
    expect(clockText(secondsOf(clock, 750e6), 1e-3)).toBe('00:00:00.000')
    expect(timeOf(clock, secondsOf(clock, 123_456_789))).toBe(123_456_789)
  })
  it('cuts off as clocks do, but not what a double lacks', () => {
    expect(clockText(59.9999, 0.1)).toBe('00:00:59.9')
    expect(clockText(60 - 1e-11, 60)).toBe('00:01:00')
    expect(clockText(86_399.3, 1e-9)).toBe('23:59:59.300000000')
  })
  it.each([
    [12, '12 ns'],
    [250e6, '250 ms'],
    [9.5e9, '9.5 s'],
    [130e9, '2 min 10 s'],
    [3600e9, '1 h'],
    [93_600e9, '1 d 2 h'],
    [NaN, ''],
  ])('says how long %d ns are', (ns, text) => expect(durationText(ns)).toBe(text))
})

describe('runs of a state', () => {
  it('last until the next value, and break at a gap', () => {
    const tile = samples([1, 1, 2, 2, 1], { codes: true, flags: [0, 0, 0, 0, 1] })
    expect(stateRuns(tile)).toEqual([
      { fromNs: 0, toNs: 2e9, raw: 1 },
      { fromNs: 2e9, toNs: 3e9, raw: 2 },
      { fromNs: 4e9, toNs: 4e9, raw: 1 },
    ])
  })
  it('share a cell of several values, and say when there are too many', () => {
    const tile: Tile = {
      ...samples([0, 0], { codes: true }),
      level: 0,
      firstNs: Float64Array.of(0, 10),
      lastNs: Float64Array.of(9, 20),
      codes: Float64Array.of(3, 5, 0, 0, 0, 0, 0, 0),
      codeCount: Uint8Array.of(2, 255),
    }
    expect(stateRuns(tile)).toEqual([
      { fromNs: 0, toNs: 5, raw: 3 },
      { fromNs: 5, toNs: 10, raw: 5 },
      { fromNs: 10, toNs: 20, raw: null },
    ])
  })
  it('are none where a signal has no codes', () => expect(stateRuns(samples([1, 2]))).toEqual([]))
})

describe('values', () => {
  it('have the range of what a window shows', () => {
    const tile = samples([1, NaN, 5, 90])
    expect(rangeWithin(tile, { fromNs: 0, toNs: 2.5e9 })).toEqual({ low: 1, high: 5 })
    expect(rangeWithin(tile, { fromNs: 0.5e9, toNs: 1.5e9 })).toBeNull()
    expect(padded({ low: 5, high: 5 })).toEqual({ low: 4.5, high: 5.5 })
    expect(padded({ low: 0, high: 0 })).toEqual({ low: -1, high: 1 })
  })
  it.each([
    [48.13715, 1e-5, '48.13715'],
    [4100, 50, '4,100'],
    [-0.5, 0.5, '-0.5'],
    [0.25, 0.25, '0.25'],
    [0.5, 0.25, '0.50'],
    [7.5, 2.5, '7.5'],
    [0.00175, 0.00025, '0.00175'],
    [25, 25, '25'],
    [2_000_000_000, 1e9, '2B'],
    [2_500_000, 2.5e5, '2.5M'],
    [2_750_000, 2.5e5, '2.75M'],
    [1_600_001_000, 1000, '1.600001B'],
    [1_600_002_500, 2500, '1.6000025B'],
    [1_000_001, 1, '1,000,001'],
  ])('stand at an axis: %d in steps of %d', (value, step, text) => expect(axisText(value, step)).toBe(text))
  it.each([
    [1234, '1,234'],
    [0.1 + 0.2, '0.3'],
    [1e-7, '1.0000e-7'],
    [12_345_678.9, '12,345,679'],
    [NaN, '–'],
  ])('read as people write them: %d', (value, text) => expect(valueText(value)).toBe(text))
})

describe('axes', () => {
  const line = (unit: string, side: 'left' | 'right' | null = null, raw = false) => ({ unit, side, raw })
  it('are shared by lines of a unit; the first stands at the left', () => {
    expect(axesOf([line('km/h'), line('V'), line('km/h'), line('A')])).toEqual([
      { key: 'km/h', side: 'left' },
      { key: 'V', side: 'right' },
      { key: 'A', side: 'right' },
    ])
    expect(axesOf([line('V'), line('V', 'right'), line('V', null, true)]).map(({ key }) => key)).toEqual(['V', 'V @right', 'raw'])
  })
  it('get the same room in all plots', () => {
    const one = axesOf([line('V')])
    expect(roomFor([one, axesOf([line('V'), line('A'), line('W')])])).toEqual({ left: axisRoom, right: 2 * axisRoom })
    expect(roomFor([one])).toEqual({ left: axisRoom, right: 14 })
  })
  it('zoom around a value and move by a share', () => {
    expect(rangeZoomed({ low: 0, high: 100 }, 0.5, 25)).toEqual({ low: 12.5, high: 62.5 })
    expect(rangeZoomed({ low: 1, high: 1 + 1e-12 }, 0.01, 1)).toEqual({ low: 1, high: 1 + 1e-12 })
    expect(rangePanned({ low: 0, high: 10 }, -0.5)).toEqual({ low: -5, high: 5 })
  })
  it('reach over what is shown, unless a range was chosen', () => {
    expect(reachOf({ range: { low: 0, high: 100 }, chosen: null })).toEqual({ low: -6, high: 106 })
    expect(reachOf({ range: { low: 0, high: 100 }, chosen: { low: 1, high: 2 } })).toEqual({ low: 1, high: 2 })
    expect(reachOf({ range: null, chosen: null })).toEqual({ low: -0.06, high: 1.06 })
  })
})

describe('fingers', () => {
  const window = { fromNs: 0, toNs: 100 }
  it('keep the moments under them', () => {
    expect(pinched(window, [25, 75], [0, 1])).toEqual({ fromNs: 25, toNs: 75 })
    expect(pinched(window, [40, 60], [0.25, 0.75])).toEqual({ fromNs: 30, toNs: 70 })
  })
  it('move the window when there is one, or when they cross', () => {
    expect(pinched(window, [50], [0.25])).toEqual({ fromNs: 25, toNs: 125 })
    expect(pinched(window, [25, 75], [0.5, 0.4])).toEqual({ fromNs: -25, toNs: 75 })
  })
})

describe('placed cursors', () => {
  it('are apart by a time, and by how often that is in a second', () => {
    expect(distanceOf([1e9, 3e9])).toBe(2e9)
    expect(distanceOf([null, 3e9])).toBeNull()
    expect(marked([1, 2], 1, null)).toEqual([1, null])
    expect([rateText(2e9), rateText(-250e3), rateText(10), rateText(0)]).toEqual(['0.5 Hz', '4 kHz', '100 MHz', ''])
  })
  it('of several recordings have times before the common start', () => {
    expect(clockText(-2.5, 0.1, { relative: true })).toBe('−00:00:02.5')
    expect(clockText(2.5, 0.1, { relative: true })).toBe('00:00:02.5')
  })
})
