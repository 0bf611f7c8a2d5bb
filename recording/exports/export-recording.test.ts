import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import type { AppliedCatalog, Message } from '../catalogs/catalog.ts'
import { detectFormat } from '../formats/registry.ts'
import { buildSignalStore } from '../signal-store/build.ts'
import { openSignalStore } from '../signal-store/store.ts'
import { identity, type SampleBlock, type SignalGroup } from '../signals.ts'
import { seenSignals } from '../testing/read-signals.ts'
import { plainFrames, testBuses, testFrames, testStart, writtenMf4, writtenSignals, writtenVsb } from '../testing/written.ts'
import { exportFormatOf, exportFormats } from './export-formats.ts'
import { exportRecording, NothingToExport, type ExportWish } from './export-recording.ts'
import type { ExportSource } from './export-source.ts'
import { signalsNamed } from './signal-choice.ts'
import { storeTable } from './store-table.ts'

const frames = testFrames(3000, true)
const vsb = await writtenVsb(frames)

const counting: Message = {
  name: 'Counting',
  id: 0x101,
  extended: false,
  length: 8,
  signals: [
    {
      name: 'Low',
      startBit: 0,
      bitCount: 8,
      byteOrder: 'little',
      signed: false,
      factor: 0.5,
      offset: 1,
      minimum: 0,
      maximum: 200,
      unit: 'V',
    },
  ],
}
const catalogs: AppliedCatalog[] = [{ catalog: { name: 'test', messages: [counting] } }]

async function sourceOf(bytes: Uint8Array, given: Partial<ExportSource> = {}): Promise<ExportSource> {
  const source = memorySource(bytes)
  const format = await detectFormat(source)
  if (!format) throw new Error('The bytes are no recording')
  return { format, source, catalogs: [], ...given }
}

async function exported(from: ExportSource, extension: string, wish: Partial<ExportWish> = {}) {
  const format = exportFormatOf(extension)
  if (!format) throw new Error(`No format for .${extension}`)
  const sink = new MemorySink()
  const outcome = await exportRecording(from, { format, hertz: null, ...wish }, sink)
  return { ...outcome, bytes: sink.bytes().slice() }
}

async function framesIn(bytes: Uint8Array) {
  const { format, source } = await sourceOf(bytes)
  return await plainFrames(await format.readFrames(source, { order: 'time' }))
}

const text = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split('\r\n')

describe('frames', () => {
  const all = plainFrames({ buses: testBuses, blocks: frames })
  const marks = (list: readonly { id: number; data: string }[]) => list.map(({ id, data }) => `${id} ${data}`)

  it.each(['asc', 'blf', 'mf4', 'vsb', 'pcap', 'pcapng', 'db'])('are all in .%s, in order of time', async (extension) => {
    const { content, count, bytes, leftOut } = await exported(await sourceOf(vsb), extension)
    const lost = extension === 'db' ? [['CAN FD marks of frames (their data are kept)', 300]] : []
    expect([content, count, [...leftOut]]).toEqual(['frames', 3000, lost])
    expect(marks(await framesIn(bytes))).toEqual(marks(await all))
  })

  it('that the format cannot hold are counted by reason', async () => {
    const { content, count, leftOut, bytes } = await exported(await sourceOf(vsb), 'csv')
    const lost = [...leftOut.values()].reduce((sum, one) => sum + one, 0)
    expect(content).toBe('frames')
    expect(lost).toBeGreaterThan(0)
    expect(count).toBe(3000 - lost)
    expect(text(bytes)[0]).toContain('arbitration_id')
  })

  it('of a time range, of a bus and of identifiers', async () => {
    const { bytes, count } = await exported(await sourceOf(vsb), 'blf', {
      window: () => ({ fromNs: 1e8, toNs: 2e8 }),
      frames: ({ channel }, id) => channel === 2 && id === 0x101,
    })
    const wanted = (await all).filter(({ timeNs, channel, id }) => timeNs >= 1e8 && timeNs < 2e8 && channel === 2 && id === 0x101)
    expect(count).toBe(wanted.length)
    expect(marks(await framesIn(bytes))).toEqual(marks(wanted))
  })

  it('of the messages that hold chosen signals', async () => {
    const from = await sourceOf(vsb, { catalogs })
    const { bytes } = await exported(from, 'blf', { signals: signalsNamed(['Low']) })
    expect(new Set((await framesIn(bytes)).map(({ id }) => id))).toEqual(new Set([0x101]))
    await expect(exported(from, 'blf', { signals: signalsNamed(['High']) })).rejects.toThrow(NothingToExport)
  })

  it('read before a fault count, and the fault is told', async () => {
    const mf4 = await writtenMf4(frames)
    const { count, problem } = await exported(await sourceOf(mf4.subarray(0, 40_000)), 'blf')
    expect(problem).toMatchObject({ kind: 'short-read' })
    expect(count).toBeGreaterThan(100)
    expect(count).toBeLessThan(3000)
  })
})

describe('signals', () => {
  it.each(['csv', 'mf4', 'parquet', 'mat'])('of frames are decoded into .%s', async (extension) => {
    const from = await sourceOf(vsb, { catalogs })
    const { content, count, bytes } = await exported(from, extension, { content: 'signals' })
    expect([content, count]).toEqual(['signals', 2])
    expect(bytes.length).toBeGreaterThan(500)
  })

  it('that a file holds come out of MDF 4 as they went in, and at a rate in one group', async () => {
    const group = (name: string, hertz: number, rows: number) => ({
      name,
      seconds: Float64Array.from({ length: rows }, (_, i) => i / hertz),
      signals: [
        {
          name: `S${hertz}`,
          unit: 'km/h',
          raw: Uint16Array.from({ length: rows }, (_, i) => i),
          conversion: { kind: 'linear', factor: 0.5, offset: -3 } as const,
        },
      ],
    })
    const from = await sourceOf(await writtenSignals([group('fast', 100, 301), group('slow', 10, 31)]))
    const seen = async (wish: Partial<ExportWish>) =>
      [...(await seenSignals((await exported(from, 'mf4', wish)).bytes))].map(([name, { values }]) => ({ name, values }))
    const recorded = await seen({})
    expect(recorded.map(({ name, values }) => [name, values.length, values.at(-1)])).toEqual([
      ['S100', 301, 147],
      ['S10', 31, 12],
    ])
    const raster = await seen({ hertz: 20 })
    expect(raster.map(({ name, values }) => [name, values.length, values.at(-1)])).toEqual([
      ['S100', 61, 147],
      ['S10', 61, 12],
    ])
    expect(raster[1]?.values.slice(0, 5)).toEqual([-3, -3, -2.5, -2.5, -2])
  })

  it('are those of a store, when there is one, of a time range', async () => {
    const decoded = await exported(await sourceOf(vsb, { catalogs }), 'csv')
    const window = () => ({ fromNs: 1e8, toNs: 1.5e8 })
    const part = await exported(await sourceOf(vsb, { catalogs }), 'csv', { window })
    const inside = text(decoded.bytes).filter((line) => Number(line.split(',')[0]) >= 0.1 && Number(line.split(',')[0]) < 0.15)
    expect(text(part.bytes).slice(1, -1)).toEqual(inside)
    expect(inside.length).toBeGreaterThan(10)
  })

  it('are told apart from none: which catalog, which name, which time', async () => {
    await expect(exported(await sourceOf(vsb), 'parquet')).rejects.toThrow('assign a catalog')
    await expect(exported(await sourceOf(vsb, { store: null }), 'mat')).rejects.toThrow('assign a catalog')
    const from = await sourceOf(vsb, { catalogs })
    await expect(exported(from, 'csv', { signals: signalsNamed(['Nobody']) })).rejects.toThrow('chosen names')
    await expect(exported(from, 'csv', { window: () => ({ fromNs: 9e15, toNs: 1e16 }) })).rejects.toThrow('chosen time')
    await expect(exported(from, 'csv', { hertz: 0 })).rejects.toThrow('0 Hz')
  })
})

describe('the table over a store', () => {
  const times = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 })

  async function tableOf(rows: readonly number[], count: number) {
    const signals = ['A', 'B'].map((name) => ({ name, unit: '', conversion: identity }))
    const groups: SignalGroup[] = [{ name: 'G', from: null, signals }]
    const total = rows.length * count
    const block: SampleBlock = {
      group: 0,
      count: total,
      timeNs: Float64Array.from({ length: total }, (_, i) => (rows[i % rows.length] ?? 0) * 1000 + i),
      raw: [Uint32Array.from({ length: total }, (_, i) => i), Float64Array.from({ length: total }, (_, i) => i / 2)],
      valid: [null, null],
    }
    async function* blocks() {
      yield block
    }
    const sink = new MemorySink()
    await buildSignalStore({ origin: testStart, buses: [], groups, blocks: blocks() }, sink)
    const store = await openSignalStore(memorySource(sink.bytes()))
    return { block, table: await storeTable(store) }
  }

  it('puts times that fall in order, keeps signals of one axis side by side, and takes ranges', async () => {
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 1500 }), times, async (rows, count, ends) => {
        const { block, table } = await tableOf(rows, count)
        const [from = 0, to = 1000] = [Math.min(...ends) * 1000, Math.max(...ends) * 1000]
        const expected = Array.from(block.timeNs, (time, i) => [time, i] as const)
          .filter(([time]) => time >= from && time < to)
          .sort(([a, i], [b, k]) => a - b || i - k)
        const found: [number, number, number][] = []
        for await (const { count: n, timeNs, raw } of table.read(0, from, to, [1, 0]))
          for (let i = 0; i < n; i++) found.push([timeNs[i] ?? NaN, raw[1]?.[i] ?? NaN, raw[0]?.[i] ?? NaN])
        expect(found).toEqual(expected.map(([time, i]) => [time, i, i / 2]))
      }),
      { numRuns: 25 },
    )
  })
})

describe('the list of formats', () => {
  it('has an extension, and a writer of what it says is usual, for each', () => {
    expect(exportFormats.map(({ id }) => id)).toEqual([
      'vsb',
      'mf4',
      'asc',
      'blf',
      'pcap',
      'pcapng',
      'sqlite',
      'csv',
      'parquet',
      'mat',
    ])
    for (const format of exportFormats) expect(format[format.usual], format.id).toBeDefined()
    expect(exportFormatOf('db')?.id).toBe('sqlite')
    expect(exportFormatOf('docx')).toBeUndefined()
  })
})
