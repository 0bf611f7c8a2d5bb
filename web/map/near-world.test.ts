import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson'
import { describe, expect, test } from 'vitest'
import { boxAround, holds, nearWorld } from './near-world.ts'

const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const landOf = (...pieces: Position[][][]): FeatureCollection<MultiPolygon> => ({
  type: 'FeatureCollection',
  features: pieces.map((piece) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiPolygon', coordinates: [piece] },
  })),
})
const lines = (...coordinates: Position[][]): MultiLineString => ({ type: 'MultiLineString', coordinates })
const box = { west: 0, south: 0, east: 10, north: 10 }
const near = (given: { land?: FeatureCollection<MultiPolygon>; coasts?: MultiLineString }) =>
  nearWorld({ land: landOf(), borders: lines(), coasts: lines(), ...given }, box)
const piecesOf = ({ features }: FeatureCollection<MultiPolygon>) => features.flatMap(({ geometry }) => geometry.coordinates)
/** Twice the area of a closed ring. */
const area = (ring: readonly Position[]) =>
  Math.abs(ring.slice(1).reduce((sum, [x = 0, y = 0], i) => sum + (ring[i]?.[0] ?? 0) * y - x * (ring[i]?.[1] ?? 0), 0))

describe('the fine world near what is seen', () => {
  test('has land within the box as it is, beyond it not at all, and cuts what reaches over its sides', () => {
    const found = piecesOf(near({ land: landOf([square(2, 2, 1)], [square(40, 40, 1)], [square(8, 8, 6)]) })['near-land'])
    expect(found).toHaveLength(2)
    expect(found.map(([ring = []]) => area(ring))).toEqual([2, 8])
    expect(found[1]?.[0]).toEqual(expect.arrayContaining([[10, 10]]))
  })

  test('is all land in the middle of a large country, and keeps its lakes', () => {
    const found = piecesOf(near({ land: landOf([square(-50, -50, 100), square(4, 4, 2), square(20, 20, 2)]) })['near-land'])
    expect(found).toHaveLength(1)
    expect(found[0]?.map(area)).toEqual([200, 8])
  })

  test('has the runs of a coast that come into the box', () => {
    const coast = [
      [-20, 5],
      [-10, 5],
      [5, 5],
      [6, 20],
      [7, 20],
      [7, 9],
      [8, 9],
    ]
    expect(
      near({
        coasts: lines(coast, [
          [50, 50],
          [51, 51],
        ]),
      })['near-coasts'].coordinates,
    ).toEqual([
      [
        [-10, 5],
        [5, 5],
        [6, 20],
      ],
      [
        [7, 20],
        [7, 9],
        [8, 9],
      ],
    ])
  })

  test('has what lies beyond the date line', () => {
    const east = { west: 175, south: 0, east: 185, north: 10 }
    const found = nearWorld(
      {
        land: landOf([square(-179, 2, 1)]),
        borders: lines(),
        coasts: lines([
          [-179, 2],
          [-178, 2],
        ]),
      },
      east,
    )
    expect(piecesOf(found['near-land'])[0]?.[0]).toEqual(square(181, 2, 1))
    expect(found['near-coasts'].coordinates).toEqual([
      [
        [181, 2],
        [182, 2],
      ],
    ])
  })

  test('hides the coarse one in the whole box', () => {
    expect(piecesOf(near({})['near-box']).map(([ring = []]) => area(ring))).toEqual([200])
  })
})

describe('the box', () => {
  test('has half of what is seen on each side, and at least two degrees', () => {
    expect(boxAround({ west: 0, south: 0, east: 20, north: 10 })).toEqual({ west: -10, south: -5, east: 30, north: 15 })
    expect(boxAround({ west: 8, south: 50, east: 8.1, north: 50.1 })).toEqual({ west: 6, south: 48, east: 10.1, north: 52.1 })
    expect(boxAround({ west: 0, south: 80, east: 20, north: 89 }).north).toBe(90)
  })

  test('lies in the middle world, and holds what is seen in any', () => {
    const around = boxAround({ west: 368, south: 50, east: 369, north: 51 })
    expect(around).toEqual({ west: 6, south: 48, east: 11, north: 53 })
    expect(holds(around, { west: -352, south: 50, east: -351, north: 51 })).toBe(true)
    expect(holds(around, { west: -352, south: 50, east: -348, north: 51 })).toBe(false)
  })
})
