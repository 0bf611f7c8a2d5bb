import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { csvTable } from '#recording/exports/csv.ts'
import { matTable } from '#recording/exports/mat.ts'
import { mf4Table } from '#recording/exports/mf4.ts'
import { parquetTable } from '#recording/exports/parquet.ts'
import { everything, memoryTable } from '#recording/exports/signal-table.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'exports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const environment = await oracleEnvironment()

const origin = { epochMs: Date.UTC(2026, 9, 1, 6, 0, 0), nanos: 125 }
const fast = 20_000
/** One text each 2 s. */
const perText = 2_000
const texts = ['parked', 'driving', 'straße']
const groups: SignalGroup[] = [
  {
    name: 'Wheel',
    from: null,
    signals: [
      { name: 'Speed', unit: 'km/h', conversion: { kind: 'linear', factor: 0.01, offset: -3 } },
      { name: 'Gear', unit: '', conversion: { kind: 'linear', factor: 1, offset: 0 }, names: new Map([[0, 'Neutral']]) },
    ],
  },
  { name: 'State', from: null, signals: [{ name: '1st state', unit: '', conversion: { kind: 'text', texts } }] },
]

/** 20,000 samples at 1 kHz in several blocks, every seventh Gear missing; ten texts. */
function blocks(): SampleBlock[] {
  const size = 6_000
  const parts = Array.from({ length: Math.ceil(fast / size) }, (_, part) => {
    const count = Math.min(size, fast - part * size)
    const index = Uint32Array.from({ length: count }, (_, i) => part * size + i)
    return {
      group: 0,
      count,
      timeNs: Float64Array.from(index, (i) => i * 1e6),
      raw: [Uint16Array.from(index, (i) => i * 4), Uint8Array.from(index, (i) => i % 5)],
      valid: [null, Uint8Array.from(index, (i) => (i % 7 === 0 ? 0 : 1))],
    }
  })
  const states = Uint8Array.from({ length: 10 }, (_, i) => i % 3)
  return [
    ...parts,
    {
      group: 1,
      count: 10,
      timeNs: Float64Array.from(states, (_, i) => i * perText * 1e6 + 500_000),
      raw: [states],
      valid: [null],
    },
  ]
}

const table = memoryTable(origin, groups, blocks())
const speed = (i: number) => ((i * 4) % 65_536) * 0.01 - 3
const gear = (i: number) => (i % 7 === 0 ? null : i % 5)

async function written(hertz: number | null): Promise<string[]> {
  const files: string[] = []
  for (const format of [parquetTable, matTable, csvTable, mf4Table]) {
    const sink = new MemorySink()
    await format.write(table, { selection: everything, hertz }, sink)
    const file = join(folder, `${hertz ?? 'recorded'}.${format.id}`)
    writeFileSync(file, sink.bytes())
    files.push(file)
  }
  return files
}

describe('exported tables, read by pyarrow, scipy, csv and asammdf', () => {
  if ('missing' in environment) {
    it.skip(environment.missing, () => undefined)
    return
  }
  const { python } = environment
  const read = async (hertz: number | null) =>
    (await runOracle(python, 'check_exports.py', ...(await written(hertz)))).map((line) => JSON.parse(line))

  it('as recorded', { timeout: 120_000 }, async () => {
    const [parquet, mat, csv, mf4] = await read(null)
    const rows = fast + 10
    const state = (row: number): number => (row % (perText + 1) === 1 ? Math.floor(row / (perText + 1)) : -1)
    const source = (row: number): number => row - Math.floor((row + perText - 1) / (perText + 1))
    const expected = Array.from({ length: rows }, (_, row) => {
      const at = state(row)
      return at < 0
        ? { ns: source(row) * 1e6, speed: speed(source(row)), gear: gear(source(row)), state: null }
        : { ns: at * perText * 1e6 + 500_000, speed: null, gear: null, state: texts[at % 3] ?? null }
    })
    expect(parquet.columns.time).toEqual(expected.map(({ ns }) => ns / 1e9))
    expect(parquet.columns.Speed).toEqual(expected.map((row) => row.speed))
    expect(parquet.columns.Gear).toEqual(expected.map((row) => row.gear))
    expect(parquet.columns['1st state']).toEqual(expected.map((row) => row.state))
    // Python's integers are exact, JSON.parse is not: the last digits are compared where a double holds them
    expect(parquet.columns.timestamp[0] / 1e9).toBeCloseTo(origin.epochMs / 1e3, 6)
    expect(parquet.units[0]).toEqual({ name: 'Speed', unit: 'km/h' })
    expect(parquet.units[1].values).toEqual({ 0: 'Neutral' })

    const index = Array.from({ length: fast }, (_, i) => i)
    expect(mat.columns.Speed.value).toEqual(index.map(speed))
    expect(mat.columns.Speed.time).toEqual(index.map((i) => (i * 1e6) / 1e9))
    expect(mat.columns.Speed.unit).toBe('km/h')
    expect(mat.columns.Gear.value).toEqual(index.map(gear).filter((value) => value !== null))
    expect(mat.columns.x1st_state.value).toEqual(Array.from({ length: 10 }, (_, i) => texts[i % 3]))
    expect(mat.columns.x1st_state.name).toBe('1st state')
    expect(mat.columns.start).toBeCloseTo(origin.epochMs / 1e3, 6)

    expect(csv.columns['Speed [km/h]'].map((text: string) => (text === '' ? null : Number(text)))).toEqual(
      expected.map((row) => row.speed),
    )
    expect(csv.columns['1st state']).toEqual(expected.map((row) => row.state ?? ''))
    expect(mf4.columns.Speed).toMatchObject({ unit: 'km/h', time: index.map((i) => (i * 1e6) / 1e9), value: index.map(speed) })
    const gears = index.map((i) => [gear(i), (i * 1e6) / 1e9] as const).filter(([value]) => value !== null)
    expect(mf4.columns.Gear.time).toEqual(gears.map(([, time]) => time))
    expect(mf4.columns.Gear.value).toEqual(gears.map(([value]) => value))
    expect(mf4.columns.Gear.text[gears.findIndex(([value]) => value === 0)]).toBe('Neutral')
    expect(mf4.columns['1st state'].text).toEqual(Array.from({ length: 10 }, (_, i) => texts[i % 3]))
    expect(mf4.start).toBe('2026-10-01T06:00:00.000000+00:00')

    expect(csv.columns['UTC'][1]).toBe('2026-10-01T06:00:00.000500125Z')
  })

  it('on a raster of 10 Hz', { timeout: 120_000 }, async () => {
    const [parquet, mat, csv, mf4] = await read(10)
    const rows = Array.from({ length: 201 }, (_, row) => Math.min(row * 100, fast - 1))
    // a row without a value at its moment holds the value before
    const held = rows.map((i) => (gear(i) === null ? (i === 0 ? null : gear(i - 1)) : gear(i)))
    expect(parquet.columns.Speed).toEqual(rows.map(speed))
    expect(parquet.columns.Gear).toEqual(held)
    expect(mat.columns.Speed).toEqual(rows.map(speed))
    expect(mat.columns.Gear).toEqual(held)
    expect(mat.columns.time).toEqual(rows.map((_, row) => row / 10))
    expect(mat.columns.x1st_state.slice(0, 3)).toEqual(['', 'parked', 'parked'])
    expect(mf4.columns.Speed.time).toEqual(rows.map((_, row) => row / 10))
    expect(mf4.columns.Speed.value).toEqual(rows.map(speed))
    // it has no value until its first sample
    expect(mf4.columns['1st state'].text.length).toBe(200)
    expect(csv.columns['Time [s]'].at(-1)).toBe('20.000000000')
  })
})
