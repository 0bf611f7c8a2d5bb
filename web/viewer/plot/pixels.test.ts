import { beforeAll, describe, expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { memorySource } from '#recording/byte-source.ts'
import { identity } from '#recording/signals.ts'
import type { SignalGroup } from '#recording/signals.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import type { LineLook, Pen } from './draw-line.ts'
import { drawLine } from './draw-line.ts'
import type { TimeWindow } from './time-window.ts'

/* What is drawn from tiles, pixel by pixel beside what all samples paint. */

const [width, height] = [240, 160]
const count = 300_000
/** Of the whole sheet. */
const placesIn = (window: TimeWindow) =>
  ({
    times: { ...window, left: 0, width },
    values: { low: -60, high: 160, bottom: height, height },
    seen: [0, width - 1],
  }) as const
const look: LineLook = { color: 'red', dash: [], ratio: 1, width: 1, line: 'line' }

/** Paper that keeps which pixels were painted with bars. */
class Paper implements Pen {
  readonly ink = new Uint8Array(width * height)
  strokeStyle: Pen['strokeStyle'] = ''
  fillStyle: Pen['fillStyle'] = ''
  lineWidth = 0
  lineJoin: Pen['lineJoin'] = 'miter'
  fillRect(left: number, top: number, wide: number, high: number): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(height, Math.round(top + high)); y++)
      for (let x = Math.max(0, left); x < Math.min(width, left + wide); x++) this.ink[y * width + x] = 1
  }
  moveTo(): void {}
  lineTo(): void {}
  save(): void {}
  restore(): void {}
  beginPath(): void {}
  stroke(): void {}
  fill(): void {}
  arc(): void {}
  setLineDash(): void {}
}

const timeNs = Float64Array.from({ length: count }, (_, i) => i * 1e6)
/** Swings with noise, and spikes of single samples. */
const values = Float64Array.from(
  { length: count },
  (_, i) => Math.sin(i / 9000) * 50 + ((i * 7919) % 101) / 20 + (i % 40_009 === 77 ? 90 : 0),
)
const y = (value: number): number => height - ((value + 60) / 220) * height
const xOf =
  ({ fromNs, toNs }: TimeWindow) =>
  (ns: number): number =>
    ((ns - fromNs) / (toNs - fromNs)) * width

let store: SignalStore
beforeAll(async () => {
  const groups: SignalGroup[] = [{ name: 'G', from: null, signals: [{ name: 'S', unit: '', conversion: identity }] }]
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: 0, nanos: 0 })
  await writer.add(groups, { group: 0, count, timeNs, raw: [values], valid: [null] })
  await writer.finish()
  store = await openSignalStore(memorySource(sink.bytes()))
})

async function ofTiles(window: TimeWindow): Promise<{ ink: Uint8Array; level: number }> {
  const [signal] = store.signals
  if (signal === undefined) throw new Error('The store is empty')
  const margin = (window.toNs - window.fromNs) / 4
  const tile = await store.tile(signal, window.fromNs - margin, window.toNs + margin, width * 1.5)
  const paper = new Paper()
  drawLine(paper, tile, placesIn(window), look)
  return { ink: paper.ink, level: tile.level }
}

/** Pixels from the least to the greatest that the line has in each column; `columnsOf`: the first and the last column of a sample. */
function painted(columnsOf: (sample: number) => [number, number], joined: boolean): Uint8Array {
  const low = new Float64Array(width).fill(Infinity)
  const high = new Float64Array(width).fill(-Infinity)
  const reach = (column: number, at: number) => {
    if (column < 0 || column >= width) return
    low[column] = Math.min(low[column] ?? NaN, at)
    high[column] = Math.max(high[column] ?? NaN, at)
  }
  for (let i = 0, before = -1; i < count; i++) {
    const [first, last] = columnsOf(i)
    // The line comes into a column from the sample before.
    if (joined && i > 0)
      for (let column = Math.max(before + 1, first); column <= last; column++) reach(column, y(values[i - 1] ?? 0))
    for (let column = first; column <= last; column++) reach(column, y(values[i] ?? 0))
    before = last
  }
  const paper = new Paper()
  for (let column = 0; column < width; column++) {
    const [top = 0, bottom = 0] = [low[column], high[column]]
    if (top <= bottom) paper.fillRect(column, top - 0.5, 1, bottom - top + 1)
  }
  return paper.ink
}

const cellSize = (level: number): number => (level < 0 ? 1 : 64 * 4 ** level)

/** All samples, without any of the viewer's code: each in the column of its cell's middle. */
function ofSamplesByCells(window: TimeWindow, level: number): Uint8Array {
  const x = xOf(window)
  const size = cellSize(level)
  return painted((i) => {
    const begin = i - (i % size)
    const end = Math.min(count, begin + size) - 1
    const column = Math.floor((x(timeNs[begin] ?? 0) + x(timeNs[end] ?? 0)) / 2)
    return [column, column]
  }, true)
}

/** All samples, each in the columns from which it is less than `reach` of a column away; those of a negative reach lie that far inside. */
function ofSamples(window: TimeWindow, reach: number): Uint8Array {
  const x = xOf(window)
  return painted((i) => {
    const at = x(timeNs[i] ?? 0)
    return reach < 0 ? [Math.ceil(at - 1 - reach), Math.floor(at + reach)] : [Math.floor(at - reach), Math.floor(at + reach)]
  }, reach >= 0)
}

/** Pixels of `one` that `other` has not. */
const alone = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, pixel, at) => sum + (pixel === 1 && other[at] === 0 ? 1 : 0), 0)

/** Windows, and the level that they are drawn from. */
const windows = [
  ['the whole', 0, 300, 1],
  ['a third', 51.3, 151.3, 1],
  ['a tenth', 200.02, 230.02, 0],
  ['a sixtieth', 40.05, 45.05, -1],
] as const

describe('a line drawn from tiles', () => {
  it.each(windows)(
    'of %s is, pixel by pixel, that of all samples with columns cut where cells end',
    async (_name, from, to, finest) => {
      const window = { fromNs: from * 1e9, toNs: to * 1e9 }
      const { ink, level } = await ofTiles(window)
      const all = ofSamplesByCells(window, level)
      expect(level).toBe(finest)
      expect(all.reduce((sum, pixel) => sum + pixel, 0)).toBeGreaterThan(width)
      expect([alone(all, ink), alone(ink, all)]).toEqual([0, 0])
    },
  )

  it.each(windows)("of %s moves no sample further over a column's border than half a cell", async (_name, from, to) => {
    const window = { fromNs: from * 1e9, toNs: to * 1e9 }
    const { ink, level } = await ofTiles(window)
    const half = ((cellSize(level) * 1e6) / (window.toNs - window.fromNs)) * (width / 2)
    // A cell is narrower than a column: this is the bound of what is promised.
    expect(half).toBeLessThan(0.5)
    const bound = level < 0 ? 0 : half
    expect([alone(ofSamples(window, -bound), ink), alone(ink, ofSamples(window, bound))]).toEqual([0, 0])
    if (level >= 0) expect(alone(ink, ofSamples(window, half / 4))).toBeGreaterThan(0)
  })

  it('would be caught without a spike', async () => {
    const window = { fromNs: 0, toNs: 300e9 }
    const { ink, level } = await ofTiles(window)
    const cut = ink.slice()
    cut.fill(0, 0, width * 30)
    expect(alone(ofSamplesByCells(window, level), cut)).toBeGreaterThan(0)
  })

  it('lacks nothing while a finer tile is on its way', async () => {
    const whole = { fromNs: 0, toNs: 300e9 }
    const [signal] = store.signals
    if (signal === undefined) throw new Error('The store is empty')
    const coarse = await store.tile(signal, whole.fromNs, whole.toNs, width)
    for (const [from, to] of [
      [20, 90],
      [100.3, 104],
      [250.001, 250.02],
    ] as const) {
      const window = { fromNs: from * 1e9, toNs: to * 1e9 }
      const paper = new Paper()
      drawLine(paper, coarse, placesIn(window), look)
      expect(alone(ofSamples(window, -0.5), paper.ink)).toBe(0)
    }
  })
})
