import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '#web/router/search.ts'
import { readViewState, toggled, writeViewState } from './view-state.ts'
import type { ViewState } from './view-state.ts'

const through = (state: ViewState) => readViewState(parseSearch(stringifySearch(writeViewState(state))))

describe('the address of a view', () => {
  it.each<ViewState>([
    { plots: [], window: null },
    { plots: [['CAN 1/Motion/Speed'], ['a,b/100 %/ü&=?#', 'can0/M/S#2']], window: { fromNs: 12_345_000, toNs: 30e9 } },
    { plots: [['x']], window: { fromNs: -5e9, toNs: 0 } },
  ])('holds it', (state) => expect(through(state)).toEqual(state))

  it('may hold nonsense', () => {
    expect(readViewState({ plot: ['', '%E0%A4%A', ','], from: 'x', to: '3' })).toEqual({ plots: [], window: null })
    expect(readViewState({ from: '5', to: '3' }).window).toBeNull()
    expect(readViewState({ to: '3' }).window).toBeNull()
  })
})

describe('signals', () => {
  it('are plotted alone, or with Shift in the last plot, and taken away', () => {
    const one = toggled([], 'a', false)
    expect(one).toEqual([['a']])
    const two = toggled(toggled(one, 'b', true), 'c', false)
    expect(two).toEqual([['a', 'b'], ['c']])
    expect(toggled(two, 'b', false)).toEqual([['a'], ['c']])
    expect(toggled(two, 'c', true)).toEqual([['a', 'b']])
  })
})
