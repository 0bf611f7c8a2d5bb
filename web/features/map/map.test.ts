import { describe, expect, test } from 'vitest'
import type { LocationPoint } from '#contract/locations.ts'
import type { Tile } from '#recording/signal-store/tile.ts'
import { atFirst, started, stepMs, stepped, stopped } from './animation.ts'
import { colorOf, scaleColors, scaleOf, scaleText } from './color-scale.ts'
import { pinsOf } from './pins.ts'
import { mapSearchOf, queryOfMap } from './map-search.ts'
import { after, before, firstPart, hasAfter, hasBefore, partNotice, utcText } from './parts.ts'
import { accuracyText, placeText, speedText } from './point-text.ts'
import { breaksOf } from './route-stretches.ts'
import { valuesAt } from './route-values.ts'
import { windowAround } from './window-around.ts'

const point = (minute: number): LocationPoint => ({
  latitude: 1,
  longitude: 2,
  gpsTimestamp: new Date(Date.UTC(2026, 10, 4) + minute * 60_000).toISOString(),
  speedMph: null,
  accuracy: null,
})

describe('the animation', () => {
  test('shows markers by default, steps one point every 300 ms, then stops, resets and shows the markers', () => {
    expect(stepMs).toBe(300)
    expect(atFirst).toEqual({ markers: true, route: false, step: null })
    let now = started({ ...atFirst, route: true })
    const seen = []
    for (let tick = 0; tick < 4; tick++) {
      seen.push(now)
      now = stepped(now, 3)
    }
    expect(seen.map(({ step }) => step)).toEqual([0, 1, 2, null])
    expect(seen.map(({ markers }) => markers)).toEqual([false, false, false, true])
    expect(now).toEqual({ markers: true, route: true, step: null })
  })

  test('is stopped by hand as at its end', () => {
    expect(stopped(stepped(started(atFirst), 9))).toEqual(atFirst)
  })
})

describe('more than 500 points', () => {
  test('are said, and looked at part by part or as a whole', () => {
    expect(partNotice(firstPart, 500, 500)).toBeNull()
    expect(partNotice(firstPart, 500, 1201)).toBe('1,201 points; at most 500 are shown at once: 1 to 500.')
    const last = after(after(firstPart))
    expect(partNotice(last, 201, 1201)).toBe('1,201 points; at most 500 are shown at once: 1,001 to 1,201.')
    expect([hasBefore(firstPart), hasAfter(firstPart, 1201), hasBefore(last), hasAfter(last, 1201)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(before(after(firstPart))).toEqual(firstPart)
    expect(partNotice({ kind: 'spread' }, 500, 1201)).toBe('The whole route: 500 of 1,201 points, evenly spread.')
  })

  test('are asked for between whole seconds of UTC, nothing at the ends lost', () => {
    expect(utcText('2026-11-04T06:07:12.400Z', 'start')).toBe('2026/11/04 06:07:12')
    expect(utcText('2026-11-04T23:59:59.400Z', 'end')).toBe('2026/11/05 00:00:00')
    expect(utcText('2026-11-04T07:07:12+01:00', 'end')).toBe('2026/11/04 06:07:12')
  })
})

test('the facts of a point carry their units', () => {
  expect(speedText(62.137)).toBe('100 km/h (62 mph)')
  expect(accuracyText(3.456)).toBe('± 3.5 m')
  expect([speedText(null), accuracyText(null)]).toEqual(['–', '–'])
  expect(placeText({ latitude: -33.85, longitude: 151.2 })).toBe('33.85000° S, 151.20000° E')
})

test('a route breaks where the vehicle was not seen for long, not where it is thinned', () => {
  expect([...breaksOf([0, 1, 2, 30, 31].map(point))]).toEqual([3])
  expect([...breaksOf([0, 30, 60, 90].map(point))]).toEqual([])
})

describe('a signal along the route', () => {
  const numbers = (...values: number[]) => Float64Array.from(values)
  const tile = (level: number): Tile => ({
    level,
    count: 2,
    firstNs: numbers(1e9, 5e9),
    lastNs: numbers(3e9, 6e9),
    least: numbers(10, 30),
    greatest: numbers(20, 50),
    first: numbers(10, 30),
    last: numbers(12, 40),
    flags: new Uint8Array(2),
    codes: null,
    codeCount: null,
  })

  test('has the middle of a cell inside it, and holds the last value for ten seconds', () => {
    expect(valuesAt(tile(0), [2e9, 4e9, 5.5e9, 16e9, 16.1e9])).toEqual([15, 12, 40, 40, null])
    expect(valuesAt(tile(-1), [2e9])).toEqual([12])
    expect(valuesAt(tile(0), [0.5e9])).toEqual([10])
    expect(valuesAt(tile(0), [-20e9])).toEqual([null])
  })

  test('is coloured from the least to the greatest value on the route, lighter all the way', () => {
    const scale = scaleOf([null, 5, 1, 3], 'light')
    if (scale === null) throw new Error('no scale')
    expect([scale.least, scale.greatest]).toEqual([1, 5])
    expect([colorOf(scale, 1), colorOf(scale, 5), colorOf(scale, 9)]).toEqual(['#2d1160', '#f08a3c', '#f08a3c'])
    expect(colorOf(scale, 3)).toBe('#b73779')
    expect(scaleOf([null], 'dark')).toBeNull()
    for (const colors of Object.values(scaleColors)) {
      const light = colors.map(luminance)
      expect(light.toSorted((a, b) => a - b)).toEqual(light)
    }
  })

  test('is written with as many digits as tell the ends apart', () => {
    expect(scaleText(2064.4, { least: 1119, greatest: 3009 })).toBe('2064')
    expect(scaleText(0.01234, { least: 0.01, greatest: 0.02 })).toBe('0.0123')
  })
})

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('a point opens the recording half a minute around it, not before its beginning', () => {
  const origin = { epochMs: Date.UTC(2026, 10, 4) }
  expect(windowAround('2026-11-04T00:01:00.000Z', origin)).toEqual({ from: '45', to: '75' })
  expect(windowAround('2026-11-04T00:00:02.500Z', origin)).toEqual({ from: '0', to: '30' })
})

test('the address holds what the map shows, and leaves out what it cannot mean', () => {
  const search = { fleets: [1], vehicles: [2, 3], start: '2026-11-04T00:00:00.000Z', end: null, fileId: 9, signal: 'a/b/c' }
  const query = { f: ['1'], v: ['2', '3'], from: '2026-11-04T00:00:00.000Z', fileId: '9', signal: 'a/b/c' }
  expect(mapSearchOf(query)).toEqual(search)
  expect(queryOfMap(search)).toMatchObject({ f: [1], v: [2, 3], fileId: 9, signal: 'a/b/c' })
  expect(queryOfMap({ ...search, fileId: null })['signal']).toBeNull()
  expect(mapSearchOf({ v: 'x', from: 'soon', fileId: '-1' })).toEqual({
    fleets: [],
    vehicles: [],
    start: null,
    end: null,
    fileId: null,
    signal: null,
  })
})

test('pins are those of the vehicles shown, quiet after a day', () => {
  const now = Date.UTC(2026, 10, 4, 12)
  const position = { ...point(0), source: 'logger' as const }
  const vehicles = [1, 2].map((id) => ({ id, name: `van ${id}`, displayName: '' }))
  const pins = pinsOf(
    [1, 2, 3].map((vehicleId) => ({ ...position, vehicleId })),
    vehicles,
    now,
  )
  expect(pins).toMatchObject([{ id: '1', name: 'van 1', tone: 'fresh' }, { id: '2' }])
  expect(pinsOf([{ ...position, vehicleId: 1 }], vehicles, now + 13 * 3_600_000)[0]?.tone).toBe('quiet')
})
