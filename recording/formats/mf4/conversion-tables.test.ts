import { describe, expect, it } from 'vitest'
import { RangeTable, ValueTable } from './conversion-tables.ts'

describe('tables of values', () => {
  const table = new ValueTable([
    [10, -5],
    [0, 5],
    [100, 1000.5],
  ])

  it('interpolates between keys, holds its ends, puts keys in order', () => {
    expect([-3, 0, 5, 10, 55, 100, 1e9, NaN].map((x) => table.interpolated(x))).toEqual([
      5,
      5,
      0,
      -5,
      497.75,
      1000.5,
      1000.5,
      NaN,
    ])
  })

  it('takes the nearest key, of two the lower', () => {
    expect([-3, 4, 5, 6, 55, 56, 1e9].map((x) => table.nearest(x))).toEqual([5, 5, 5, -5, -5, 1000.5, 1000.5])
  })

  it('leaves values alone without any key', () => {
    const empty = new ValueTable([])
    expect([empty.nearest(7), empty.interpolated(7)]).toEqual([7, 7])
  })
})

describe('tables of ranges', () => {
  const ranges = [
    { lower: 10, upper: 20, value: 'b' },
    { lower: 0, upper: 10, value: 'a' },
    { lower: 30, upper: 30, value: 'c' },
  ]

  it('has upper ends for integers, the first range for shared ends', () => {
    const table = new RangeTable(ranges, true)
    expect([-1, 0, 10, 11, 20, 21, 30].map((x) => table.find(x))).toEqual([undefined, 'a', 'a', 'b', 'b', undefined, 'c'])
  })

  it('has no upper ends for other numbers, but single values', () => {
    const table = new RangeTable(ranges, false)
    expect([9.99, 10, 20, 30, 30.1, NaN].map((x) => table.find(x))).toEqual(['a', 'b', undefined, 'c', undefined, undefined])
  })

  it('finds the first of overlapping ranges', () => {
    const table = new RangeTable(
      [
        { lower: 5, upper: 6, value: 2 },
        { lower: 0, upper: 100, value: 1 },
        { lower: 7, upper: 8, value: 3 },
      ],
      true,
    )
    expect([5, 7, 50].map((x) => table.find(x))).toEqual([1, 1, 1])
  })
})
