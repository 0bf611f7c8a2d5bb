import { expect, it } from 'vitest'
import { filmMoment, filmSecond } from './film-time.ts'

it('a film that begins later shows a moment at an earlier second, and back', () => {
  const place = { startNs: 10e9, offsetNs: -1.5e9 }
  expect(filmSecond(place, 12.5e9)).toBe(4)
  expect(filmMoment(place, 4)).toBe(12.5e9)
  expect(filmSecond(place, 8e9)).toBe(-0.5)
})
