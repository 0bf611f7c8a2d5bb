import { expect, it } from 'vitest'
import type { Tile } from '#recording/signal-store/tile.ts'
import type { LineLook, Pen } from './draw-line.ts'
import { drawLine } from './draw-line.ts'

/** Says which pixels were painted: columns by their rows. */
class Paper implements Pen {
  readonly bars = new Map<number, [top: number, bottom: number]>()
  readonly moves: string[] = []
  strokeStyle: Pen['strokeStyle'] = ''
  fillStyle: Pen['fillStyle'] = ''
  lineWidth = 0
  lineJoin: Pen['lineJoin'] = 'miter'
  fillRect(x: number, top: number, _width: number, height: number): void {
    this.bars.set(x, [top, top + height])
  }
  moveTo(x: number, y: number): void {
    this.moves.push(`M${x},${y}`)
  }
  lineTo(x: number, y: number): void {
    this.moves.push(`L${x},${y}`)
  }
  save(): void {}
  restore(): void {}
  beginPath(): void {}
  stroke(): void {}
  fill(): void {}
  arc(): void {}
  setLineDash(): void {}
}

/** A nanosecond and a unit are a pixel. */
const onePixel = {
  times: { fromNs: 0, toNs: 300, left: 0, width: 300 },
  values: { low: 0, high: 100, bottom: 0, height: 100 },
}

const look = { color: 'red', dash: [], ratio: 1, width: 1.4, line: 'line' } as const

/** Samples at the given times; one unit is one pixel both ways. */
function drawn(
  times: readonly number[],
  values: readonly number[],
  flags: readonly number[] = [],
  line: LineLook['line'] = 'line',
): Paper {
  const column = Float64Array.from(values)
  const time = Float64Array.from(times)
  const tile: Tile = {
    level: -1,
    count: times.length,
    firstNs: time,
    lastNs: time,
    least: column,
    greatest: column,
    first: column,
    last: column,
    flags: Uint8Array.from(times, (_, i) => flags[i] ?? 0),
    codes: null,
    codeCount: null,
  }
  const paper = new Paper()
  const places = { ...onePixel, seen: [0, 300] } as const
  drawLine(paper, tile, places, { ...look, line })
  return paper
}

const half = 0.7

it('paints each column from the least to the greatest value in it', () => {
  const { bars } = drawn([0, 0.2, 0.4, 0.6, 1, 1.2, 1.4, 1.6], [5, 9, -3, 4, 4, 6, 2, 3])
  expect([...bars.keys()]).toEqual([0, 1])
  expect(bars.get(0)?.map((y) => Math.round(y * 10) / 10)).toEqual([-9 - half, 3 + half])
  expect(bars.get(1)?.map((y) => Math.round(y * 10) / 10)).toEqual([-6 - half, -2 + half])
})

it('joins columns by the line between them, except across a gap', () => {
  const dense = [0, 0.1, 0.2, 0.3, 0.4, 4, 4.1, 4.2, 4.3]
  const values = [0, 0, 0, 0, 0, 8, 8, 8, 8]
  expect([...drawn(dense, values).bars.keys()]).toEqual([0, 1, 2, 3, 4])
  expect([...drawn(dense, values, [0, 0, 0, 0, 0, 1]).bars.keys()]).toEqual([0, 4])
})

it('draws few samples as a line that breaks at gaps and where there is no number', () => {
  expect(drawn([0, 50, 100, 150, 200], [1, 2, NaN, 4, 5], [0, 0, 0, 0, 1]).moves.slice(0, 4)).toEqual([
    'M0,-1',
    'L50,-2',
    'M150,-4',
    'M200,-5',
  ])
})

it('goes by steps, and leaves the line away where only points are wanted', () => {
  expect(drawn([0, 50, 100], [1, 2, 5], [], 'step').moves.slice(0, 5)).toEqual([
    'M0,-1',
    'L50,-1',
    'L50,-2',
    'L100,-2',
    'L100,-5',
  ])
  expect(drawn([0, 50, 100], [1, 2, 5], [], 'points').moves.every((move) => move.startsWith('M'))).toBe(true)
  const dense = [0, 0.1, 0.2, 0.3, 0.4, 4, 4.1, 4.2, 4.3]
  const values = [0, 0, 0, 0, 0, 8, 8, 8, 8]
  const middle = (paper: Paper) => paper.bars.get(2)?.map((y) => Math.round(y * 10) / 10)
  expect(middle(drawn(dense, values))).toEqual([-4 - half, -4 + half])
  expect(middle(drawn(dense, values, [], 'step'))).toEqual([-half, half])
  expect(middle(drawn(dense, values, [], 'points'))).toBeUndefined()
})

it('draws values that run downwards, as raw ones of a negative factor do', () => {
  const time = Float64Array.of(0, 0.2, 0.4, 0.6)
  const [least, greatest] = [Float64Array.of(1, 2, 3, 4), Float64Array.of(5, 6, 7, 9)]
  const cells = { level: 0, count: 4, firstNs: time, lastNs: time, flags: new Uint8Array(4), codes: null, codeCount: null }
  const paper = new Paper()
  const values = { low: 100, high: 0, bottom: 0, height: 100 }
  const places = { ...onePixel, values, seen: [0, 300] } as const
  drawLine(paper, { ...cells, least, greatest, first: least, last: least }, places, look)
  expect([...paper.bars]).toEqual([[0, [expect.closeTo(-99 - half), expect.closeTo(-91 + half)]]])
})

it('fills nothing between what comes before time falls and what comes after', () => {
  const paper = new Paper()
  const bars: [number, number][] = []
  paper.fillRect = (_left, top, _width, height) => void bars.push([top + half, top + height - half])
  const times = Float64Array.of(5, 5.1, 5.2, 5, 5.1, 5.2)
  const values = Float64Array.of(1, 2, 3, 11, 12, 13)
  const flags = Uint8Array.of(0, 0, 0, 4, 0, 0)
  const columns = { firstNs: times, lastNs: times, least: values, greatest: values, first: values, last: values, flags }
  drawLine(paper, { level: -1, count: 6, ...columns, codes: null, codeCount: null }, { ...onePixel, seen: [0, 300] }, look)
  expect(bars.map((bar) => bar.map(Math.round))).toEqual([
    [-3, -1],
    [-13, -11],
  ])
})

it('draws a cell wider than a column as a box of what is seen of it', () => {
  const one = (value: number) => Float64Array.of(value)
  const tile: Tile = {
    level: 3,
    count: 1,
    firstNs: one(-1e12),
    lastNs: one(1e12),
    least: one(2),
    greatest: one(9),
    first: one(4),
    last: one(5),
    flags: Uint8Array.of(0),
    codes: null,
    codeCount: null,
  }
  const paper = new Paper()
  const places = { ...onePixel, seen: [10, 12] } as const
  drawLine(paper, tile, places, look)
  expect([...paper.bars]).toEqual([10, 11, 12].map((column) => [column, [-9 - half, expect.closeTo(-2 + half)]]))
})
