import { describe, expect, test } from 'vitest'
import type { Drawing } from './drawn.ts'
import { drawnAt } from './pick.ts'

/** Ten pixels a degree. */
const project = ([longitude, latitude]: [number, number]) => ({ x: longitude * 10, y: -latitude * 10 })
const pointing = (longitude: number, latitude: number) => ({
  at: project([longitude, latitude]),
  place: { longitude, latitude },
  project,
})
const route = (id: string, ...places: [number, number][]) => ({
  id,
  name: '',
  series: 1 as const,
  points: places.map(([longitude, latitude]) => ({ longitude, latitude })),
})
const drawing: Drawing = {
  routes: [route('a', [0, 0], [10, 0]), route('b', [0, 2], [10, 2])],
  pins: [{ id: 'p', name: 'P', tone: 'fresh', longitude: 10, latitude: 0 }],
  showsLines: true,
  showsMarkers: false,
  cursor: null,
}

describe('what is drawn where somebody points', () => {
  test('is the nearest route within a few pixels, between its points too', () => {
    expect(drawnAt(drawing, pointing(5, 0.7))).toEqual({ kind: 'route', id: 'a' })
    expect(drawnAt(drawing, pointing(5, 1.3))).toEqual({ kind: 'route', id: 'b' })
    expect(drawnAt(drawing, pointing(5, 4))).toBeNull()
  })
  test('is a pin before a route', () => {
    expect(drawnAt(drawing, pointing(9.2, 0))).toEqual({ kind: 'pin', id: 'p' })
  })
  test('is only what is shown: without lines their markers, without both nothing', () => {
    expect(drawnAt({ ...drawing, showsLines: false, showsMarkers: true }, pointing(5, 0))).toBeNull()
    expect(drawnAt({ ...drawing, showsLines: false, showsMarkers: true }, pointing(0.5, 0))).toEqual({ kind: 'route', id: 'a' })
    expect(drawnAt({ ...drawing, showsLines: false }, pointing(0, 0))).toBeNull()
  })
  test('is not where the vehicle was not seen', () => {
    const gap = { ...route('a', [0, 0], [1, 0], [9, 0]), breaks: new Set([2]) }
    expect(drawnAt({ ...drawing, routes: [gap], pins: [] }, pointing(5, 0))).toBeNull()
  })
  test('is found in the world beside, and over the date line', () => {
    expect(drawnAt(drawing, pointing(365, 0))).toEqual({ kind: 'route', id: 'a' })
    expect(drawnAt({ ...drawing, routes: [route('c', [179, 0], [-179, 0])] }, pointing(180, 0))).toEqual({
      kind: 'route',
      id: 'c',
    })
    expect(drawnAt({ ...drawing, routes: [route('c', [179, 0], [-179, 0])] }, pointing(-180, 0))).toEqual({
      kind: 'route',
      id: 'c',
    })
  })
  test('is the route of a name at its start', () => {
    const named = { ...route('d', [20, 0], [20.1, 0]), name: 'D' }
    expect(drawnAt({ ...drawing, routes: [named] }, pointing(19, 0))).toEqual({ kind: 'pin', id: 'd' })
  })
})
