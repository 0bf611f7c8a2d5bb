import { expect, it } from 'vitest'
import type { SampleBlock, SignalGroup } from '../signals.ts'
import { Locations } from './locations.ts'
import { locationNamesWith } from './signal-names.ts'

const linear = (factor: number, offset = 0) => ({ kind: 'linear', factor, offset }) as const
const group = (...signals: (readonly [name: string, unit?: string, factor?: number])[]): SignalGroup => ({
  name: 'g',
  from: null,
  signals: signals.map(([name, unit = '', factor = 1]) => ({ name, unit, conversion: linear(factor) })),
})

function block(at: number, rows: readonly (readonly [seconds: number, ...values: (number | null)[]])[]): SampleBlock {
  const columns = (rows[0]?.length ?? 1) - 1
  const column = (index: number) => rows.map((row) => row[index + 1] ?? null)
  return {
    group: at,
    count: rows.length,
    timeNs: Float64Array.from(rows, ([seconds]) => seconds * 1e9),
    raw: Array.from({ length: columns }, (_, i) => Float64Array.from(column(i), (value) => value ?? 0)),
    valid: Array.from({ length: columns }, (_, i) => Uint8Array.from(column(i), (value) => (value === null ? 0 : 1))),
  }
}

function found(groups: SignalGroup[], ...blocks: SampleBlock[]) {
  const locations = new Locations(groups)
  for (const each of blocks) locations.add([each])
  return locations.found
}

it('takes latitude and longitude of one message once a second, converted', () => {
  const groups = [group(['Latitude', 'deg', 1e-6], ['Longitude', 'deg', 1e-6])]
  const rows = Array.from({ length: 21 }, (_, i) => [i / 10, 52e6 + i, 13e6] as const)
  expect(found(groups, block(0, rows)).map(({ timeNs, latitude }) => [timeNs / 1e9, Number(latitude.toFixed(9))])).toEqual([
    [0, 52],
    [1, 52.00001],
    [2, 52.00002],
  ])
})

it('takes every place of a receiver that speaks each second, though not quite punctually', () => {
  const rows = Array.from({ length: 10 }, (_, i) => [i + (i % 2 ? 0.03 : 0), 52 + i / 1000, 13] as const)
  expect(found([group(['Latitude'], ['Longitude'])], block(0, rows))).toHaveLength(10)
})

it('passes over no fix, the zero point and what is off the globe', () => {
  const groups = [group(['GPS_Lat'], ['GPS_Long'], ['PositionValid'])]
  const rows = [
    [0, 52, 13, 0],
    [2, 0, 0, 1],
    [4, 91, 13, 1],
    [6, 52, 181, 1],
    [9, null, 13, 1],
    [12, 52, 13, 1],
  ] as const
  expect(found(groups, block(0, rows)).map(({ timeNs }) => timeNs / 1e9)).toEqual([12])
})

it('joins messages: places need both halves within two seconds, speed comes in metres per second', () => {
  const groups = [group(['latitude']), group(['longitude']), group(['Speed', 'km/h'], ['PositionAccuracy', 'm'])]
  const places = found(groups, block(2, [[0, 36, 4]]), block(0, [[0.5, 52]]), block(1, [[1, 13]]), block(1, [[9, 14]]))
  expect(places).toEqual([{ timeNs: 1e9, latitude: 52, longitude: 13, speed: 10, accuracy: 4 }])
})

it('joins messages by their times, however many of each come at once', () => {
  const locations = new Locations([group(['Latitude']), group(['Longitude']), group(['GpsSpeed', 'km/h'])])
  const rows = (of: (at: number) => number, lateBy: number) =>
    block(
      0,
      Array.from({ length: 600 }, (_, i) => [i / 10 + lateBy, of(i / 10)] as const),
    )
  locations.add([
    rows((at) => 52 + at / 1000, 0),
    { ...rows((at) => 13 + at / 1000, 0.02), group: 1 },
    { ...rows((at) => 3.6 * at, 0), group: 2 },
  ])
  expect(locations.found).toHaveLength(60)
  for (const [second, place] of locations.found.entries()) {
    expect(place.latitude).toBeCloseTo(52 + second / 1000, 3)
    expect(place.longitude - 13).toBeCloseTo(place.latitude - 52, 3)
    expect(place.speed).toBeCloseTo(second, 0)
  }
})

it('does not take a speed without a unit for one, nor a text', () => {
  const groups: SignalGroup[] = [
    group(['Lat'], ['Lon'], ['Speed']),
    { name: 't', from: null, signals: [{ name: 'Latitude', unit: '', conversion: { kind: 'text', texts: ['52'] } }] },
  ]
  expect(found(groups, block(0, [[0, 52, 13, 99]]))).toEqual([
    { timeNs: 0, latitude: 52, longitude: 13, speed: null, accuracy: null },
  ])
  expect(found(groups, block(1, [[0, 0]]))).toEqual([])
})

it('knows names that somebody added, beside the usual ones', () => {
  const groups = [group(['Nav_Y'], ['Nav_X']), group(['Latitude'], ['Longitude'])]
  const add = (names?: ReturnType<typeof locationNamesWith>) => {
    const locations = new Locations(groups, names)
    locations.add([block(0, [[0, 52, 13]]), block(1, [[9, 53, 14]])])
    return locations.found.map(({ latitude }) => latitude)
  }
  expect(add()).toEqual([53])
  expect(add(locationNamesWith({ latitude: ['nav y'], longitude: ['NavX'] }))).toEqual([52, 53])
})
