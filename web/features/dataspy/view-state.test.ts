import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '#web/router/search.ts'
import { plainAlignment } from './alignment.ts'
import { plainPlot, plainSeries } from './series.ts'
import { readViewState, writeViewState } from './view-state.ts'
import type { ViewState } from './view-state.ts'

const through = (state: ViewState) => readViewState(parseSearch(stringifySearch(writeViewState(state))))
const empty: ViewState = { plots: [], window: null, marks: [null, null], alignment: plainAlignment, filmOffsetNs: 0 }

describe('the address of a view', () => {
  it.each<Partial<ViewState>>([
    {},
    {
      plots: [
        plainPlot([plainSeries(0, 'CAN 1/Motion/Speed')]),
        plainPlot([plainSeries(0, 'a,b/100 %/ü&=?#;~'), plainSeries(0, 'can0/M/S#2'), plainSeries(2, '7~x')]),
      ],
      window: { fromNs: 12_345_000, toNs: 30e9 },
    },
    { plots: [plainPlot([plainSeries(0, 'x')])], window: { fromNs: -5e9, toNs: 0 }, marks: [-1e9, null] },
    {
      plots: [
        {
          series: [
            { ...plainSeries(0, 'Speed'), color: 3, width: 4, line: 'step', raw: true, side: 'right' },
            { ...plainSeries(1, 'Speed'), line: 'points', side: 'left' },
          ],
          height: 320,
          ranges: [
            { axis: 'km/h @left', low: -1.5, high: 1e-7 },
            { axis: 'a:b,c;d~%', low: 0, high: 100 },
          ],
        },
      ],
      marks: [1e9, 2.5e9],
      filmOffsetNs: -1.5e9,
      alignment: { by: 'event', events: [1e9, null, 3e9], offsets: [0, 500e6] },
    },
  ])('holds it %#', (given) => expect(through({ ...empty, ...given })).toEqual({ ...empty, ...given }))

  it('is as short as it can be', () =>
    expect(writeViewState({ ...empty, plots: [plainPlot([plainSeries(0, 'can0/Motion/Speed'), plainSeries(1, 'x')])] })).toEqual({
      plot: ['can0/Motion/Speed,2~x'],
    }))

  it('may name a moment, by seconds or by its date', () => {
    const around = { window: { fromNs: -2e9, toNs: 28e9 }, marks: [13e9, null] }
    expect(readViewState({ at: '13' })).toMatchObject(around)
    const origin = { epochMs: Date.parse('2026-11-20T10:00:00Z'), nanos: 0 }
    expect(readViewState({ at: '2026-11-20T10:00:13Z' }, origin)).toMatchObject(around)
    expect(readViewState({ at: '13', from: '1', to: '2', c1: '1.5' })).toMatchObject({
      window: { fromNs: 1e9, toNs: 2e9 },
      marks: [1.5e9, null],
    })
    expect(readViewState({ at: 'noon' }, origin)).toEqual(empty)
  })

  it('may hold nonsense', () => {
    expect(readViewState({ plot: ['', '%E0%A4%A', ',', ';h200'], from: 'x', to: '3', c1: 'x', align: 'moon' })).toEqual(empty)
    expect(readViewState({ from: '5', to: '3' }).window).toBeNull()
    expect(readViewState({ to: '3' }).window).toBeNull()
    const { plots } = readViewState({ plot: 'A;c9.w7.z,;h5,;y5:1:x,;yNaN:2:x,99~B' })
    expect(plots).toEqual([plainPlot([plainSeries(0, 'A'), plainSeries(15, 'B')])])
  })
})
