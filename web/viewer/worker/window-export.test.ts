import { expect, it } from 'vitest'
import { memorySource, blobSource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { identity } from '#recording/signals.ts'
import type { SampleBlock, SignalGroup } from '#recording/signals.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { BlobSink } from './blob-sink.ts'
import { deviationOf } from './deviation.ts'
import { exportedWindow } from './window-export.ts'

const groups: SignalGroup[] = [
  {
    name: 'Motion',
    from: null,
    signals: [
      { name: 'Speed', unit: 'km/h', conversion: { kind: 'linear', factor: 0.5, offset: 0 } },
      { name: 'Slope', unit: '', conversion: identity },
    ],
  },
]

/** A sample each second: speed counts up by half, slope is a zigzag. */
async function counted(count: number) {
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: Date.UTC(2026, 10, 4, 6), nanos: 0 })
  const block: SampleBlock = {
    group: 0,
    count,
    timeNs: Float64Array.from({ length: count }, (_, i) => i * 1e9),
    raw: [Float64Array.from({ length: count }, (_, i) => i), Float64Array.from({ length: count }, (_, i) => (i % 2) * 4)],
    valid: [null, null],
  }
  await writer.add(groups, block)
  await writer.finish()
  return await openSignalStore(memorySource(sink.bytes()))
}

it('writes the samples of a window, both ends included, of the chosen signals', async () => {
  const store = await counted(100)
  const speed = store.signals.filter(({ name }) => name === 'Speed')
  const csv = await exportedWindow(store, speed, { fromNs: 10e9, toNs: 12e9, format: 'csv' })
  expect((await csv.text()).split('\r\n')).toEqual([
    'Time [s],UTC,Speed [km/h]',
    '10.000000000,2026-11-04T06:00:10.000000000Z,5',
    '11.000000000,2026-11-04T06:00:11.000000000Z,5.5',
    '12.000000000,2026-11-04T06:00:12.000000000Z,6',
    '',
  ])
})

it('writes an MF4 file that is read back', async () => {
  const store = await counted(100)
  const source = blobSource(await exportedWindow(store, store.signals, { fromNs: 40e9, toNs: 59e9, format: 'mf4' }))
  const format = await detectFormat(source)
  const stream = await format?.readSignals?.(source)
  const values: number[] = []
  for await (const { raw } of stream?.blocks ?? []) values.push(...(raw[0] ?? []))
  expect(format?.id).toBe('mf4')
  expect(values).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i))
})

it('tells how far values lie from their mean, unless there are too many', async () => {
  const store = await counted(300_000)
  const wish = { rank: 0, signal: new AbortController().signal }
  const of = async (name: string, fromNs: number, toNs: number) => {
    const signal = store.signals.find((one) => one.name === name)
    if (signal === undefined) throw new Error(`There is no signal ${name}`)
    const { count, mean } = await store.statistics(signal, fromNs, toNs)
    return await deviationOf(store, signal, { fromNs, toNs, count, mean }, wish)
  }
  expect(await of('Slope', 0, 999e9)).toBe(2)
  expect(await of('Speed', 0, 2e9)).toBeCloseTo(Math.sqrt(1 / 6), 12)
  expect(await of('Speed', 0, 299_999e9)).toBeNull()
  expect(await of('Speed', 0.2e9, 0.4e9)).toBeNaN()
})

it('keeps what is patched after it was put away', async () => {
  const sink = new BlobSink('text/plain')
  sink.write(new Uint8Array(3 * 1024 * 1024).fill(65))
  sink.patch(10, new Uint8Array([66, 67]))
  sink.patch(1024 * 1024 - 1, new Uint8Array([68, 69]))
  sink.write(new Uint8Array([70]))
  const text = await sink.blob().text()
  expect(text.length).toBe(3 * 1024 * 1024 + 1)
  expect([text.slice(9, 13), text.slice(1024 * 1024 - 2, 1024 * 1024 + 2), text.at(-1)]).toEqual(['ABCA', 'ADEA', 'F'])
  expect(() => sink.patch(sink.position, new Uint8Array(1))).toThrow(RangeError)
})
