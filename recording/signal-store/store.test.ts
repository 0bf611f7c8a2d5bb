import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manyCodes } from './layout.ts'
import type { SignalStore } from './store.ts'
import type { StoredSignal } from './stored-signal.ts'
import { greatest, least, plainCells, type PlainCell } from './testing/plain-cells.ts'
import {
  dice,
  write,
  type PlainSignal,
  type RandomGroup,
  type RandomRecording,
  type RandomSignal,
  type WrittenRecording,
} from './testing/random-recording.ts'
import { writtenStore } from './testing/written-store.ts'
import type { Tile } from './tile.ts'

const signal = fc.record<RandomSignal>({
  type: fc.integer({ min: 1, max: 8 }),
  factor: fc.constantFrom(1, -2, 0.5, -1),
  kind: fc.constantFrom('number', 'number', 'enumeration', 'text'),
  validity: fc.constantFrom('always', 'always', 'mask of ones', 'later', 'sometimes', 'sometimes too', 'never'),
  values: fc.constantFrom('constant', 'slow', 'wild', 'wild'),
})

/** `rows`: the numbers of rows that groups have. */
function recordings(rows: readonly number[]): fc.Arbitrary<RandomRecording> {
  const group = fc.record<RandomGroup>({
    rows: fc.constantFrom(...rows),
    times: fc.constantFrom('regular', 'jitter', 'gaps', 'set back', 'fractions', 'not finite'),
    signals: fc.array(signal, { minLength: 1, maxLength: 3 }),
  })
  return fc.record({ seed: fc.nat(), groups: fc.array(group, { minLength: 1, maxLength: 2 }) })
}

/** Each signal with its plain twin. */
function pairs(store: SignalStore, { plain }: WrittenRecording) {
  return store.signals.map((signal) => {
    const group = plain[Number(signal.group.name.slice(6))]
    const list = group?.[Number(signal.name.slice(7))]
    if (!list) throw new Error(`no signal ${signal.group.name} ${signal.name}`)
    return { signal, list }
  })
}

const physicalOf = (signal: StoredSignal) => (raw: number) => raw * signal.factor + signal.offset

function windows({ times }: PlainSignal, roll: () => number): [number, number][] {
  const from = least(times)
  const span = greatest(times) - from
  const place = () => from + (roll() * 1.2 - 0.1) * span
  const some = Array.from({ length: 3 }, (): [number, number] => {
    const [a, b] = [place(), place()]
    return a < b ? [a, b] : [b, a]
  })
  const narrow = place()
  return times.length === 0 ? [[0, 1]] : [[-Infinity, Infinity], [narrow, narrow + span / 1000], ...some]
}

function rowsOf(tile: Tile): PlainCell[] {
  return Array.from({ length: tile.count }, (_, i) => ({
    firstNs: tile.firstNs[i] ?? 0,
    lastNs: tile.lastNs[i] ?? 0,
    least: tile.least[i] ?? 0,
    greatest: tile.greatest[i] ?? 0,
    first: tile.first[i] ?? 0,
    last: tile.last[i] ?? 0,
    flags: tile.flags[i] ?? 0,
    codes: Array.from(tile.codes?.subarray(i * 4, i * 4 + Math.min(4, tile.codeCount?.[i] ?? 0)) ?? []),
  }))
}

/** The coarsest level with a cell for each column, by definition. */
function expectedTile(cellsOfSize: (size: number) => PlainCell[], count: number, from: number, to: number, columns: number) {
  const within = (cells: PlainCell[]) => cells.filter((cell) => cell.firstNs <= to && cell.lastNs >= from)
  let levels = 0
  if (count > 1024) for (levels = 1; count / (64 * 4 ** (levels - 1)) > 1024;) levels++
  for (let level = levels - 1; level >= 0; level--) {
    const cells = within(cellsOfSize(64 * 4 ** level))
    if (cells.length >= columns) return { level, cells }
  }
  return { level: -1, cells: within(cellsOfSize(1)) }
}

/** Quicker than `toEqual`, which is left the telling. 0 and -0 are the same here: least and greatest do not tell them apart. */
function sameCell(a: PlainCell, b: PlainCell | undefined): boolean {
  const plain = ({ codes, ...rest }: PlainCell) => [...Object.values(rest), ...codes]
  return b !== undefined && firstDifference(plain(a), plain(b)) === -1
}

function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Math.min(a.length, b.length)
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !(Number.isNaN(a[i]) && Number.isNaN(b[i]))) return i
  return -1
}

describe('a signal store of a random recording', () => {
  it('has the tiles that the definition asks for', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(recordings([0, 1, 2, 63, 64, 65, 1024, 1025, 5000, 70_000]), async (random) => {
        const recording = write(random)
        const store = await writtenStore(recording)
        const roll = dice(random.seed + 1)
        for (const { signal, list } of pairs(store, recording)) {
          const sizes = new Map<number, PlainCell[]>()
          const cellsOfSize = (size: number) => {
            const cells = sizes.get(size) ?? plainCells(list, size, physicalOf(signal))
            sizes.set(size, cells)
            return cells
          }
          for (const [from, to] of windows(list, roll)) {
            const columns = 1 + Math.floor(roll() * 400)
            const tile = await store.tile(signal, from, to, columns)
            const expected = expectedTile(cellsOfSize, list.times.length, from, to, columns)
            expect(tile.level).toBe(expected.level)
            const cells = expected.cells.map((cell) => ({ ...cell, codes: signal.coded ? cell.codes.slice(0, 4) : [] }))
            expect(rowsOf(tile).length).toBe(cells.length)
            for (const [i, cell] of rowsOf(tile).entries()) if (!sameCell(cell, cells[i])) expect(cell).toEqual(cells[i])
            for (const [i, cell] of expected.cells.entries())
              if (signal.coded && cell.codes.length > 4) expect(tile.codeCount?.[i]).toBe(manyCodes)
          }
        }
      }),
      { numRuns: 14 },
    )
  })

  it('gives samples, statistics and values exactly, also when memory is short', { timeout: 60_000 }, async () => {
    const budgets = fc.constantFrom(undefined, 1, 20_000, 400_000)
    await fc.assert(
      fc.asyncProperty(recordings([0, 1, 700, 3000, 40_000, 90_000]), budgets, async (random, budgetBytes) => {
        const recording = write(random)
        const store = await writtenStore(recording, { budgetBytes })
        const roll = dice(random.seed + 1)
        for (const { signal, list } of pairs(store, recording)) {
          const physical = physicalOf(signal)
          expect([signal.count, signal.invalid]).toEqual([list.times.length, list.invalid])
          for (const [from, to] of windows(list, roll)) {
            const rows = list.times.flatMap((time, i) => (time >= from && time <= to ? [i] : []))
            const samples = await store.samples(signal, from, to)
            const values = rows.map((i) => physical(list.raw[i] ?? 0))
            expect(
              firstDifference(
                samples.timeNs,
                rows.map((i) => list.times[i] ?? 0),
              ),
            ).toBe(-1)
            expect(firstDifference(samples.values, values)).toBe(-1)

            const numbers = values.filter((value) => !Number.isNaN(value))
            const found = await store.statistics(signal, from, to)
            expect(found.count).toBe(rows.filter((i) => !Number.isNaN(list.raw[i])).length)
            if (numbers.length === found.count && found.count > 0) {
              expect([found.least + 0, found.greatest + 0]).toEqual([least(numbers) + 0, greatest(numbers) + 0])
              const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
              if (Number.isFinite(mean)) {
                expect(found.mean).toBeCloseTo(mean, 5)
                let squares = 0
                for await (const part of store.squares(signal, from, to, found.mean)) squares += part
                const expected = numbers.reduce((sum, value) => sum + (value - found.mean) ** 2, 0)
                expect(Math.abs(squares - expected)).toBeLessThanOrEqual(1e-9 * expected)
              }
            }

            const at = await store.valueAt(signal, from)
            const best = list.times.reduce(
              (best, time, i) => (time <= from && time >= (list.times[best] ?? -Infinity) ? i : best),
              -1,
            )
            expect(at === null ? null : [at.timeNs, at.raw]).toEqual(best < 0 ? null : [list.times[best], list.raw[best]])
          }
        }
      }),
      { numRuns: 14 },
    )
  })

  it(
    'shows least and greatest of each pixel within its cells, at any zoom and when memory is short',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          recordings([2000, 70_000, 150_000]),
          fc.constantFrom(undefined, 300_000),
          async (random, budgetBytes) => {
            const recording = write(random)
            const store = await writtenStore(recording, { budgetBytes })
            const roll = dice(random.seed + 1)
            for (const { signal, list } of pairs(store, recording))
              for (const [from, to] of windows(list, roll).slice(1)) {
                const columns = 1 + Math.floor(roll() * 200)
                expectPixels(await store.tile(signal, from, to, columns), signal, list, from, to, columns)
              }
          },
        ),
        { numRuns: 14 },
      )
    },
  )
})

/**
 * For each pixel column: no sample lies outside what the cells that touch it show (nothing is hidden), and what the
 * cells wholly inside it show is reached by samples (nothing is invented beyond the cells at its two borders).
 */
function expectPixels(tile: Tile, signal: StoredSignal, list: PlainSignal, from: number, to: number, columns: number): void {
  const pixel = (time: number) => Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns))
  const empty = () => Array.from({ length: columns }, () => ({ least: Infinity, greatest: -Infinity }))
  const [real, touching, inside] = [empty(), empty(), empty()]
  const widen = (ends: { least: number; greatest: number } | undefined, low: number, high: number): void => {
    if (ends && low < ends.least) ends.least = low
    if (ends && high > ends.greatest) ends.greatest = high
  }
  for (const [i, time] of list.times.entries()) {
    const value = (list.raw[i] ?? 0) * signal.factor + signal.offset
    if (time >= from && time <= to) widen(real[pixel(time)], value, value)
  }
  for (let i = 0; i < tile.count; i++) {
    const [first = 0, last = 0] = [tile.firstNs[i], tile.lastNs[i]]
    const [low = NaN, high = NaN] = [tile.least[i], tile.greatest[i]]
    const [left, right] = [pixel(Math.max(from, first)), pixel(Math.min(to, last))]
    for (let at = left; at <= right; at++) widen(touching[at], low, high)
    if (first >= from && last <= to && left === right) widen(inside[left], low, high)
  }
  for (const [i, { least: low, greatest: high }] of real.entries()) {
    const [shown, reached] = [touching[i], inside[i]]
    if (!shown || !reached) throw new Error(`no pixel ${i}`)
    expect(shown.least <= low && shown.greatest >= high, `hidden in pixel ${i}`).toBe(true)
    expect(reached.least >= low && reached.greatest <= high, `invented in pixel ${i}`).toBe(true)
  }
}
