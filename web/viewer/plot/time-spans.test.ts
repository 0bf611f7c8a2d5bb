import { expect, it } from 'vitest'
import type { TimeSpan } from './time-spans.ts'
import { placedSpans } from './time-spans.ts'

const span = (fromNs: number, toNs: number, isChosen = false): TimeSpan => ({
  key: `${fromNs}`,
  fromNs,
  toNs,
  title: '',
  tone: 'hit',
  isChosen,
})

it('spans are cut at the window, and those outside are not drawn', () => {
  const placed = placedSpans([span(0, 5), span(10, 30), span(90, 120), span(150, 160)], { fromNs: 20, toNs: 120 })
  expect(placed.map(({ left, width }) => [left, width])).toEqual([
    [0, 0.1],
    [0.7, expect.closeTo(0.3)],
  ])
})

it('of very many some are drawn, and always the chosen one', () => {
  const spans = Array.from({ length: 100_000 }, (_, at) => span(at, at, at === 777))
  const placed = placedSpans(spans, { fromNs: 0, toNs: 100_000 })
  expect(placed.length).toBeLessThanOrEqual(401)
  expect(placed.some(({ span: { isChosen } }) => isChosen)).toBe(true)
})
