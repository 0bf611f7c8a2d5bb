import { describe, expect, it } from 'vitest'
import { isScaled, rowAtScroll, scrollHeight, scrollOfRow } from './row-scroll.ts'

describe.each([
  ['few rows', { rowHeight: 24, visible: 10, count: 5000 }, false],
  ['more rows than a browser has pixels', { rowHeight: 24, visible: 10, count: 50_000_000 }, true],
])('%s', (_name, rows, scaled) => {
  it('have a height that a browser can draw', () => {
    expect(isScaled(rows)).toBe(scaled)
    expect(scrollHeight(rows)).toBeLessThanOrEqual(6_000_000)
  })
  it('can all be reached', () => {
    expect(rowAtScroll(0, rows)).toBe(0)
    expect(rowAtScroll(scrollHeight(rows) - rows.visible * rows.rowHeight, rows)).toBe(rows.count - rows.visible)
    expect(rowAtScroll(scrollOfRow(1234, rows), rows)).toBe(1234)
  })
})

it('fewer rows than fit do not scroll', () => {
  expect(rowAtScroll(100, { rowHeight: 24, visible: 10, count: 3 })).toBe(0)
})
