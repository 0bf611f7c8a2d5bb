import { expect, test } from 'vitest'
import type { Drawing } from './drawn.ts'
import { emptyDrawing } from './drawn.ts'
import { featuresOf } from './features.ts'
import type { Palette } from './palette.ts'
import { fitted, project } from './plain-paint.ts'

const palette: Palette = {
  water: 'w',
  land: 'l',
  line: 'n',
  ink: 'i',
  quietInk: 'q',
  panel: 'p',
  accent: 'accent',
  idle: 'idle',
  series: { 1: 's1', 2: 's2', 3: 's3', 4: 's4', 5: 's5', 6: 's6' },
}
const points = [1, 2, 3, 4].map((longitude) => ({ longitude, latitude: 50 }))
const drawing: Drawing = { ...emptyDrawing, routes: [{ id: '7', name: 'Polar', series: 2, points }] }
const lines = (given: Drawing) =>
  featuresOf(given, palette).lines.features.map(({ geometry, properties }) => [
    properties?.['color'],
    geometry.coordinates.map(([longitude]) => longitude),
  ])

test('a route is one line in its colour, and its switches hide lines and markers', () => {
  expect(lines(drawing)).toEqual([['s2', [1, 2, 3, 4]]])
  const { markers } = featuresOf(drawing, palette)
  expect(markers.features.map(({ properties }) => properties)).toMatchObject([
    { index: 0, end: true },
    { end: false },
    {},
    { end: true },
  ])
  const hidden = featuresOf({ ...drawing, showsLines: false, showsMarkers: false }, palette)
  expect([hidden.lines, hidden.markers, hidden.pins].map(({ features }) => features.length)).toEqual([0, 0, 0])
})

test('a route with values is drawn piece by piece, runs of one colour together', () => {
  const [route] = drawing.routes
  if (route === undefined) throw new Error('no route')
  const colored = (colors: (string | null)[]) => lines({ ...drawing, routes: [{ ...route, colors }] })
  expect(colored(['red', 'red', 'red', 'blue'])).toEqual([
    ['red', [1, 2, 3]],
    ['blue', [3, 4]],
  ])
  expect(colored(['red', null, null, 'red'])).toEqual([
    ['idle', [1, 2, 3]],
    ['red', [3, 4]],
  ])
})

test('a named route has its name where it begins, a vehicle where it is', () => {
  const pin = { id: '1', name: 'Van', tone: 'quiet' as const, longitude: 9, latitude: 48 }
  const { pins } = featuresOf({ ...drawing, pins: [pin] }, palette)
  expect(pins.features.map(({ properties }) => properties)).toEqual([
    { id: '1', name: 'Van', color: 'idle' },
    { id: '7', name: 'Polar', color: 's2' },
  ])
})

test('the plain map fits what is drawn, in the projection of the other one', () => {
  expect(project(0, 0)).toEqual({ x: 0.5, y: 0.5 })
  expect(project(-180, 85.05).y).toBeLessThan(0.01)
  const { x, y, scale } = fitted(drawing, 464, 364)
  expect({ x, y }).toEqual({ x: expect.closeTo(0.5 + 2.5 / 360), y: project(0, 50).y })
  expect((3 / 360) * scale).toBeCloseTo(400)
})
