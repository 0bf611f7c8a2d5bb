import { expect, test } from 'vitest'
import { cornersOf, isOnePlace, nearestPoint, stretchesOf, unwrapped } from './geometry.ts'

const place = (longitude: number, latitude = 0) => ({ longitude, latitude })
const route = (...longitudes: number[]) => ({
  id: 'a',
  name: '',
  series: 1 as const,
  points: longitudes.map((one) => place(one)),
})

test('a route over the date line goes on, and does not run back around the world', () => {
  expect(unwrapped([place(179), place(-179), place(179.5)])).toEqual([
    [179, 0],
    [181, 0],
    [179.5, 0],
  ])
})

test('corners hold everything, the smaller way round the world', () => {
  expect(cornersOf({ routes: [route(10, 12)], pins: [{ id: '1', name: '', tone: 'fresh', ...place(11, 50) }] })).toEqual({
    west: 10,
    east: 12,
    south: 0,
    north: 50,
  })
  expect(cornersOf({ routes: [route(179, -179)], pins: [] })).toMatchObject({ west: 179, east: 181 })
  expect(cornersOf({ routes: [route(-179), route(178)], pins: [] })).toMatchObject({ west: 178, east: 181 })
  expect(cornersOf({ routes: [], pins: [] })).toBeNull()
})

test('one place is told from a small area', () => {
  expect(isOnePlace({ west: 1, east: 1, south: 2, north: 2 })).toBe(true)
  expect(isOnePlace({ west: 1, east: 1.001, south: 2, north: 2 })).toBe(false)
})

test('a route is drawn in stretches between its breaks', () => {
  expect(stretchesOf(route(1, 2, 3))).toEqual([{ from: 0, to: 2 }])
  expect(stretchesOf({ ...route(1, 2, 3, 4), breaks: new Set([3, 1]) })).toEqual([
    { from: 0, to: 0 },
    { from: 1, to: 2 },
    { from: 3, to: 3 },
  ])
})

test('the nearest point counts distance on the ground, over the date line too', () => {
  expect(nearestPoint([place(0, 60), place(1.5, 60), place(0, 61)], place(0.9, 60))).toBe(1)
  expect(nearestPoint([place(0, 60), place(0, 61)], place(1.5, 60.4))).toBe(0)
  expect(nearestPoint([place(170), place(-179.9)], place(179.9))).toBe(1)
})
