import { describe, expect, it } from 'vitest'
import { memorySource, type ByteSource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../recording-error.ts'
import { identity, type SampleBlock, type SignalGroup } from '../signals.ts'
import { scalarPass, wasmPass } from './cell-pass.ts'
import { crc32 } from './crc32.ts'
import { isSignalStore, openSignalStore } from './store.ts'
import { dice, write } from './testing/random-recording.ts'
import { origin, storeBytes, writtenStore } from './testing/written-store.ts'
import { SignalStoreWriter } from './writer.ts'

function blockOf(group: number, timeNs: Float64Array, raw: SampleBlock['raw'], valid?: SampleBlock['valid']): SampleBlock {
  return { group, count: timeNs.length, timeNs, raw, valid: valid ?? raw.map(() => null) }
}

const every = (count: number, stepNs: number) => Float64Array.from({ length: count }, (_, i) => i * stepNs)

/** `count` signals in groups of ten, 1600 samples each. */
function manySignals(count: number) {
  const groups = Array.from({ length: count / 10 }, (_, number): SignalGroup => ({
    name: `Message_${number}`,
    from: { bus: 0, id: number, extended: false, catalog: 'vehicle.dbc', message: `Message_${number}` },
    signals: Array.from({ length: 10 }, (__, column) => ({
      name: `Signal_${number}_${column}`,
      unit: 'km/h',
      comment: `Wheel ${column}`,
      conversion: identity,
    })),
  }))
  const raw = Array.from({ length: 10 }, (_, column) => Uint16Array.from({ length: 1600 }, (__, i) => (i * column) % 1000))
  return { groups, blocks: groups.map((_, number) => blockOf(number, every(1600, 1e7 + number), raw)) }
}

function counted(bytes: Uint8Array) {
  const source = memorySource(bytes)
  const reads: number[] = []
  const counting: ByteSource = {
    size: source.size,
    read: (offset, length) => {
      reads.push(length)
      return source.read(offset, length)
    },
  }
  return { source: counting, reads }
}

function placed(bytes: Uint8Array) {
  const source = memorySource(bytes)
  const reads: { from: number; to: number }[] = []
  const placing: ByteSource = {
    size: source.size,
    read: (offset, length) => {
      // with the zeros up to the next block
      reads.push({ from: offset, to: Math.ceil((offset + length) / 8) * 8 })
      return source.read(offset, length)
    },
  }
  return { source: placing, reads }
}

/** Parts of the file that do not touch each other. */
function pieces(reads: readonly { from: number; to: number }[]): number {
  const sorted = reads.toSorted((one, other) => one.from - other.from)
  return sorted.filter(({ from }, i) => i === 0 || from > (sorted[i - 1]?.to ?? 0)).length
}

describe('writing', () => {
  it('gives the same bytes with and without WebAssembly', async () => {
    const recording = write({
      seed: 3,
      groups: [1, 2, 3, 4, 5, 6, 7, 8].map((type) => ({
        rows: 3000,
        times: 'jitter',
        signals: [{ type, factor: 1, kind: 'number', validity: 'always', values: 'wild' }],
      })),
    })
    const wasm = await storeBytes(recording, { pass: wasmPass() ?? undefined })
    expect(Buffer.compare(wasm, await storeBytes(recording, { pass: scalarPass }))).toBe(0)
  })

  it('lets no more wait than its budget', async () => {
    const { groups, blocks } = manySignals(500)
    const sink = new MemorySink()
    const writer = new SignalStoreWriter(sink, { budgetBytes: 400_000 })
    writer.begin(origin)
    let given = 0
    for (const block of blocks) {
      await writer.add(groups, block)
      given += block.raw.reduce((sum, { byteLength }) => sum + byteLength, 0)
      // Besides what waits, a piece of 256 KiB is being filled.
      expect(given - sink.position).toBeLessThan(400_000 + 256 * 1024)
    }
    await writer.finish()
    const short = await openSignalStore(memorySource(sink.bytes()))
    const plain = await writtenStore({ groups, blocks })
    expect(short.signals.map(({ count, least, greatest, mean }) => [count, least, greatest, mean])).toEqual(
      plain.signals.map(({ count, least, greatest, mean }) => [count, least, greatest, mean]),
    )
  })

  it('keeps the tiles that show a whole recording together, unless memory is short', async () => {
    const groups: SignalGroup[] = [
      { name: 'g', from: null, signals: ['a', 'b'].map((name) => ({ name, unit: '', conversion: identity })) },
    ]
    const rows = 400_000
    const values = Float64Array.from({ length: rows }, (_, i) => Math.sin(i / 1000))
    const recording = { groups, blocks: [blockOf(0, every(rows, 1e6), [values, values.map((value) => -value)])] }
    const overview = async (options: { budgetBytes?: number }) => {
      const { source, reads } = placed(await storeBytes(recording, options))
      const store = await openSignalStore(source)
      const [signal] = store.signals
      if (!signal) throw new Error('no signal')
      reads.length = 0
      const tile = await store.tile(signal, -Infinity, Infinity, 1800)
      expect([tile.level, tile.count]).toEqual([0, rows / 64])
      return { tile, pieces: pieces(reads) }
    }
    const together = await overview({})
    const scattered = await overview({ budgetBytes: 8192 })
    // Its times, and its values; else times and values of each of its tiles.
    expect([together.pieces, scattered.pieces]).toEqual([2, 7])
    expect(scattered.tile).toEqual(together.tile)
  })

  it('shares times as long as validity is the same, and splits where it differs first', async () => {
    const groups: SignalGroup[] = [
      { name: 'g', from: null, signals: ['a', 'b', 'c'].map((name) => ({ name, unit: '', conversion: identity })) },
    ]
    const raw = ['a', 'b', 'c'].map(() => new Uint8Array(100).fill(7))
    const times = every(300, 1e6)
    const half = Uint8Array.from({ length: 100 }, (_, i) => i % 2)
    const blocks = [
      blockOf(0, times.subarray(0, 100), raw),
      blockOf(0, times.subarray(100, 200), raw, [null, half, half.slice()]),
      blockOf(0, times.subarray(200), raw, [null, half, null]),
    ]
    const store = await writtenStore({ groups, blocks })
    expect(store.signals.map(({ name, axis, count, invalid }) => [name, axis, count, invalid])).toEqual([
      ['a', 0, 300, 0],
      ['b', 1, 200, 100],
      ['c', 2, 250, 50],
    ])
    const only = await writtenStore({ groups, blocks: blocks.slice(0, 2) })
    expect(only.signals.map(({ name, axis }) => [name, axis])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ])
  })

  it('goes on as float64 where a source changes its raw type', async () => {
    const groups: SignalGroup[] = [{ name: 'g', from: null, signals: [{ name: 'a', unit: '', conversion: identity }] }]
    const blocks = [blockOf(0, every(3, 1), [Uint8Array.of(1, 2, 255)]), blockOf(0, every(2, 1), [Float32Array.of(-0.5, 300)])]
    const store = await writtenStore({ groups, blocks })
    const [signal] = store.signals
    if (!signal) throw new Error('no signal')
    expect(Array.from((await store.samples(signal, 0, 10)).values)).toEqual([1, 2, 255, -0.5, 300])
    expect(signal.timeFalls).toBe(true)
  })

  it('keeps texts, names of values, units and what was rounded', async () => {
    const groups: SignalGroup[] = [
      {
        name: 'g',
        from: null,
        signals: [
          { name: 'state', unit: '', conversion: { kind: 'text', texts: ['off', 'ön', ''] } },
          {
            name: 'gear',
            unit: '-',
            conversion: { kind: 'linear', factor: 2, offset: 1 },
            names: new Map([[3, 'third']]),
            minimum: -1,
            maximum: 15,
            comment: 'of the gearbox',
          },
        ],
      },
      { name: 'empty', from: null, signals: [{ name: 'none', unit: '', conversion: identity }] },
    ]
    const block = { ...blockOf(0, every(3, 1e9), [Uint8Array.of(1, 0, 2), Uint8Array.of(3, 3, 4)]), rounded: [false, true] }
    const store = await writtenStore({ groups, blocks: [block] })
    const [state, gear, none] = store.signals
    if (!state || !gear || !none) throw new Error('a signal is missing')
    expect(await store.valueAt(state, 0.5e9)).toEqual({ timeNs: 0, raw: 1, value: 1, text: 'ön' })
    expect(await store.valueAt(gear, 1e9)).toEqual({ timeNs: 1e9, raw: 3, value: 7, text: 'third' })
    expect((await store.valueAt(gear, 9e9))?.text).toBe(null)
    expect(await store.valueAt(gear, -1)).toBe(null)
    expect(gear).toMatchObject({
      unit: '-',
      comment: 'of the gearbox',
      minimum: -1,
      maximum: 15,
      rounded: true,
      coded: true,
      least: 7,
      greatest: 9,
    })
    expect(none).toMatchObject({ count: 0, startNs: NaN, least: NaN })
    expect((await store.tile(none, -Infinity, Infinity, 100)).count).toBe(0)
    expect(await store.statistics(none, 0, 1)).toEqual({ count: 0, least: NaN, greatest: NaN, mean: NaN })
  })
})

describe('opening', () => {
  it('takes two reads and an index far below 1 MB for 5,000 signals', async () => {
    const { source, reads } = counted(await storeBytes(manySignals(5000)))
    const store = await openSignalStore(source)
    expect(store.signals.length).toBe(5000)
    expect(reads.length).toBeLessThanOrEqual(2)
    expect(store.indexBytes).toBeLessThan(300_000)
  })

  it('reads a few KiB for a view of a long signal, and nothing the second time', async () => {
    const roll = dice(1)
    const raw = [Uint16Array.from({ length: 16_384 }, () => roll() * 1000)]
    const blocks = Array.from({ length: 60 }, (_, i) =>
      blockOf(
        0,
        every(16_384, 1e7).map((time) => time + i * 16_384e7),
        raw,
      ),
    )
    const groups: SignalGroup[] = [{ name: 'g', from: null, signals: [{ name: 'a', unit: '', conversion: identity }] }]
    const { source, reads } = counted(await storeBytes({ groups, blocks }))
    const store = await openSignalStore(source)
    const [signal] = store.signals
    if (!signal) throw new Error('no signal')
    const opened = reads.length
    const overview = await store.tile(signal, store.startNs, store.endNs, 800)
    expect([overview.level, overview.count]).toEqual([2, 960])
    expect(reads.slice(opened).reduce((sum, length) => sum + length, 0)).toBeLessThan(20_000)
    const before = reads.length
    await store.tile(signal, store.startNs, store.endNs, 800)
    expect(reads.length).toBe(before)
  })

  it('refuses a newer version, a store that was not finished, and a cut one', async () => {
    const bytes = await storeBytes(manySignals(10))
    const newer = bytes.slice()
    const view = new DataView(newer.buffer)
    view.setUint32(8, 2, true)
    view.setUint32(newer.length - 20, 2, true)
    view.setUint32(newer.length - 12, crc32(newer.subarray(newer.length - 40, newer.length - 12)), true)
    await expect(openSignalStore(memorySource(newer))).rejects.toThrow(UnsupportedFeature)
    await expect(isSignalStore(memorySource(newer))).rejects.toThrow(UnsupportedFeature)
    expect(await isSignalStore(memorySource(bytes))).toBe(true)
    expect(await isSignalStore(memorySource(new Uint8Array(100)))).toBe(false)
    await expect(openSignalStore(memorySource(bytes.subarray(0, -50)))).rejects.toThrow(DamagedBlock)
    await expect(openSignalStore(memorySource(bytes.subarray(0, 20)))).rejects.toThrow(ShortRead)
  })

  it('finds every changed byte of a block', async () => {
    const bytes = await storeBytes(manySignals(10))
    const [signal] = (await openSignalStore(memorySource(bytes))).signals
    if (!signal) throw new Error('no signal')
    const hurt = bytes.slice()
    hurt[40] = (hurt[40] ?? 0) ^ 1
    const store = await openSignalStore(memorySource(hurt))
    await expect(store.samples(signal, 0, 1e12)).rejects.toThrow(DamagedBlock)
  })
})
