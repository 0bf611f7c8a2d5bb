import { describe, expect, it } from 'vitest'
import { autoscaled, closed, placed, plainPlot, plainSeries, ranged, refOf, reordered, resized, restyled } from './series.ts'
import { seriesOf, toggled } from './series.ts'
import type { Plots } from './series.ts'

const names = (plots: Plots) => plots.map(({ series }) => series.map(({ recording, signal }) => `${signal}${recording || ''}`))
const [a, b, c] = ['0~a', '0~b', '0~c'] as const
const two = toggled(toggled(toggled([], a, false), b, true), c, false)

describe('signals', () => {
  it('are plotted alone, or with Shift in the last plot, and taken away', () => {
    expect(names(two)).toEqual([['a', 'b'], ['c']])
    expect(names(toggled(two, b, false))).toEqual([['a'], ['c']])
    expect(names(toggled(two, c, true))).toEqual([['a', 'b']])
    expect(names(toggled([], a, true))).toEqual([['a']])
  })

  it('are put into another plot, or one of their own, as they look', () => {
    const styled = restyled(two, b, { color: 4, raw: true })
    expect(names(placed(styled, b, 1))).toEqual([['a'], ['c', 'b']])
    expect(placed(styled, b, 1)[1]?.series[1]).toEqual({ ...plainSeries(0, 'b'), color: 4, raw: true })
    expect(names(placed(two, b, 9))).toEqual([['a'], ['c'], ['b']])
    expect(names(placed(two, c, 0))).toEqual([['a', 'b', 'c']])
    expect(names(placed(two, '1~a', 1))).toEqual([
      ['a', 'b'],
      ['c', 'a1'],
    ])
    expect(placed(two, a, 0)).toBe(two)
  })

  it('have names that hold anything', () => expect(refOf(seriesOf('3~x~y'))).toBe('3~x~y'))

  it('of a closed recording go, and those of later ones move up', () => {
    const plots = [
      plainPlot([plainSeries(0, 'a'), plainSeries(1, 'a')]),
      plainPlot([plainSeries(1, 'b')]),
      plainPlot([plainSeries(2, 'c')]),
    ]
    expect(names(closed(plots, 1))).toEqual([['a'], ['c1']])
  })
})

describe('plots', () => {
  it('change their order', () => {
    expect(names(reordered(two, 1, 0))).toEqual([['c'], ['a', 'b']])
    expect(reordered(two, 0, 2)).toBe(two)
    expect(reordered(two, 0, -1)).toBe(two)
  })

  it('have heights and ranges of their own', () => {
    expect(resized(two, 1, 300.4).map(({ height }) => height)).toEqual([null, 300])
    expect(resized(two, 0, 5)[0]?.height).toBe(90)
    const once = ranged(two, 0, 'V', { low: 0, high: 5 })
    const twice = ranged(ranged(once, 0, 'A', { low: 1, high: 2 }), 0, 'V', { low: 1, high: 6 })
    expect(twice[0]?.ranges).toEqual([
      { axis: 'A', low: 1, high: 2 },
      { axis: 'V', low: 1, high: 6 },
    ])
    expect(ranged(twice, 0, 'A', null)[0]?.ranges).toHaveLength(1)
    expect(autoscaled(twice, 0)[0]?.ranges).toEqual([])
  })
})
