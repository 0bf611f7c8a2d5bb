import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { unwrappedArea, unwrappedLine, unwrappedRing } from './unwrapped-world.ts'
import { labelOf } from './world-labels.ts'

const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ countries: GeometryCollection<{ name: string }> }>
const countries = feature(topology, topology.objects.countries).features.flatMap((one) => {
  const { geometry } = one
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [{ ...one, geometry: unwrappedArea(geometry) }] : []
})

test('a line goes on beyond the date line', () => {
  expect(
    unwrappedLine([
      [179, 1],
      [-179, 2],
      [-178, 3],
      [179, 4],
    ]),
  ).toEqual([
    [179, 1],
    [181, 2],
    [182, 3],
    [179, 4],
  ])
})

test('a ring around a pole is closed along the edge of the map', () => {
  const ring = [
    [-180, -70],
    [-60, -65],
    [60, -65],
    [180, -70],
  ]
  expect(unwrappedRing(ring)).toEqual([...ring, [180, -90], [-180, -90], [-180, -70]])
})

test('no country of the shipped world jumps across the map', () => {
  expect(countries.length).toBeGreaterThan(200)
  const jumps = countries.flatMap(({ properties, geometry }) =>
    geometry.coordinates.flat().flatMap((ring) => {
      const longest = Math.max(...ring.slice(1).map(([x = 0, y = 0], at) => (y > -89 ? Math.abs(x - (ring[at]?.[0] ?? 0)) : 0)))
      return longest > 60 ? [`${properties.name}: ${longest}`] : []
    }),
  )
  expect(jumps).toEqual([])
})

test('names stand in their countries, larger ones first seen', () => {
  const labels = new Map(countries.flatMap((one) => labelOf(one) ?? []).map((label) => [label.properties.name, label]))
  const [x = 0, y = 0] = labels.get('Germany')?.geometry.coordinates ?? []
  expect({ x: Math.round(x), y: Math.round(y) }).toEqual({ x: 10, y: 51 })
  const russia = labels.get('Russia')?.geometry.coordinates[0] ?? 0
  expect(russia).toBeGreaterThan(80)
  expect(russia).toBeLessThan(110)
  const size = (name: string) => labels.get(name)?.properties.size ?? 0
  expect(size('Brazil')).toBeGreaterThan(size('Germany'))
  expect(size('Germany')).toBeGreaterThan(size('Luxembourg'))
})
