import { describe, expect, it } from 'vitest'
import type { Tile } from '#recording/signal-store/tile.ts'
import { rowsWithin } from './rows-within.ts'

function tileOf(cells: readonly (readonly [first: number, last: number])[]): Tile {
  const firstNs = Float64Array.from(cells, ([first]) => first)
  const lastNs = Float64Array.from(cells, ([, last]) => last)
  const values = new Float64Array(cells.length)
  const columns = { firstNs, lastNs, least: values, greatest: values, first: values, last: values }
  return { level: 0, count: cells.length, ...columns, flags: new Uint8Array(cells.length), codes: null, codeCount: null }
}

describe('rows within a window', () => {
  const tile = tileOf([0, 10, 20, 30, 40].map((at) => [at, at + 4]))
  it.each([
    [{ fromNs: -5, toNs: 100 }, [0, 5]],
    [{ fromNs: 4, toNs: 20 }, [0, 3]],
    [{ fromNs: 5, toNs: 19 }, [1, 2]],
    [{ fromNs: 15, toNs: 16 }, [2, 2]],
    [{ fromNs: 45, toNs: 50 }, [5, 5]],
    [{ fromNs: -9, toNs: -1 }, [0, 0]],
  ])('%o', (window, rows) => {
    expect(rowsWithin(tile, window)).toEqual(rows)
  })

  it('are all of them where they are not in the order of time', () => {
    const falling = tileOf([
      [0, 4],
      [30, 34],
      [10, 14],
    ])
    expect(rowsWithin(falling, { fromNs: 9, toNs: 15 })).toEqual([0, 3])
  })
})
