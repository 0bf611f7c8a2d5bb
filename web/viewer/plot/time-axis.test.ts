import { describe, expect, it } from 'vitest'
import { placedLabels, timeSpace, timeSplits } from './time-axis.ts'

describe('times under a plot', () => {
  it('stand under their places, moved in where the edge would cut them off', () => {
    const labels = [10, 100, 295].map((middle) => ({ middle, width: 60 }))
    expect(placedLabels(labels, 300)).toEqual([0, 70, 240])
  })
  it('are left out where they would touch the one beside', () => {
    const labels = [10, 68, 250, 298].map((middle) => ({ middle, width: 60 }))
    expect(placedLabels(labels, 300)).toEqual([null, 38, 220, null])
  })
  it('are the round ones of the window and no other, also where a double knows no more digits', () => {
    expect(timeSplits(60, 125, 30)).toEqual([60, 90, 120])
    expect(timeSplits(59.9, 59.95, 30)).toEqual([])
    const from = 75_585.0000001
    const splits = timeSplits(from, from + 3e-6, 5e-7)
    expect(splits).toHaveLength(6)
    expect(Math.min(...splits)).toBeGreaterThan(from)
    expect(timeSplits(75_585.3, 75_585.6, 0.1)).toHaveLength(4)
  })
  it('have room for all their digits', () => {
    expect(timeSpace(0, 600, 600)).toBe(90)
    expect(timeSpace(75_585, 75_585 + 3e-6, 600)).toBeGreaterThan('20:59:45.0000005'.length * 6)
  })
})
