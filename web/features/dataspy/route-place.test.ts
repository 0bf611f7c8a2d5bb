import { describe, expect, it } from 'vitest'
import { placeAt, thinned } from './route-place.ts'

const points = [
  { timeNs: 0, latitude: 48, longitude: 9 },
  { timeNs: 10e9, latitude: 49, longitude: 11 },
  { timeNs: 20e9, latitude: 49, longitude: 179 },
  { timeNs: 30e9, latitude: 49, longitude: -179 },
]

describe('where the vehicle was', () => {
  it.each([
    [0, { latitude: 48, longitude: 9 }],
    [5e9, { latitude: 48.5, longitude: 10 }],
    [25e9, { latitude: 49, longitude: 180 }],
    [-60e9, { latitude: 48, longitude: 9 }],
    [90e9, { latitude: 49, longitude: -179 }],
  ])('%d', (timeNs, place) => expect(placeAt(points, timeNs)).toMatchObject(place))

  it('is not known long before the first and after the last point', () => {
    expect(placeAt(points, -121e9)).toBeNull()
    expect(placeAt(points, 151e9)).toBeNull()
    expect(placeAt([], 0)).toBeNull()
  })

  it('of too many points even ones are drawn', () => expect(thinned([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)).toEqual([0, 5, 10]))
})
