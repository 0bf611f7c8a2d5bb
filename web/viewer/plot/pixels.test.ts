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
  drawLine(paper, tile, { x: xOf(window), y, seen: [0, width - 1] }, look)
  return { ink: paper.ink, level: tile.level }
}

/** Without any of the viewer's code: each column from the least to the greatest that the line has in it. */
function ofSamples(window: TimeWindow): Uint8Array {
  const x = xOf(window)
  const paper = new Paper()
  let [column, low, high] = [NaN, Infinity, -Infinity]
  const close = () => low <= high && paper.fillRect(column, low - 0.5, 1, high - low + 1)
  for (let i = 0; i < count; i++) {
    const at = Math.floor(x(timeNs[i] ?? 0))
    const here = y(values[i] ?? 0)
    if (at !== column) {
      close()
      const before = i > 0 ? y(values[i - 1] ?? 0) : here
      ;[column, low, high] = [at, Math.min(before, here), Math.max(before, here)]
    }
    ;[low, high] = [Math.min(low, here), Math.max(high, here)]
  }
  close()
  return paper.ink
}

/** Pixels of `one` that `other` has neither there nor beside. */
function alone(one: Uint8Array, other: Uint8Array): number {
  let found = 0
  for (let at = 0; at < one.length; at++) {
    if (one[at] !== 1) continue
    const beside = [-width, 0, width].some((row) =>
      [-1, 0, 1].some((step) => (at % width) + step >= 0 && (at % width) + step < width && other[at + row + step] === 1),
    )
    if (!beside) found++
  }
  return found
}

describe('a line drawn from tiles', () => {
  it.each([
    ['the whole', 0, 300, 1],
    ['a third', 51.3, 151.3, 1],
    ['a tenth', 200.02, 230.02, 0],
    ['a sixtieth', 40.05, 45.05, -1],
  ])('of %s has no pixel further than the next one from where all samples paint it', async (_name, from, to, finest) => {
    const window = { fromNs: from * 1e9, toNs: to * 1e9 }
    const { ink, level } = await ofTiles(window)
    const all = ofSamples(window)
    expect(level).toBe(finest)
    expect(all.reduce((sum, pixel) => sum + pixel, 0)).toBeGreaterThan(width)
    expect([alone(all, ink), alone(ink, all)]).toEqual([0, 0])
    const different = all.reduce((sum, pixel, at) => sum + (pixel === ink[at] ? 0 : 1), 0)
    // Where samples are drawn themselves every pixel is the same.
    expect(different / all.reduce((sum, pixel) => sum + pixel, 0)).toBeLessThan(level < 0 ? 1e-9 : 0.2)
  })

  it('would be caught without a spike', async () => {
    const window = { fromNs: 0, toNs: 300e9 }
    const { ink } = await ofTiles(window)
    const cut = ink.slice()
    cut.fill(0, 0, width * 30)
    expect(alone(ofSamples(window), cut)).toBeGreaterThan(0)
  })
})
