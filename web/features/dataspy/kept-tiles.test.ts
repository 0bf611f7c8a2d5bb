import { expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { memorySource } from '#recording/byte-source.ts'
import { identity } from '#recording/signals.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { KeptTiles } from './kept-tiles.ts'

const second = 1e9

/** 100,000 samples, one each millisecond. */
async function storeOfSeconds() {
  const count = 100_000
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: 0, nanos: 0 })
  const groups = [{ name: 'G', from: null, signals: [{ name: 'S', unit: '', conversion: identity }] }]
  const timeNs = Float64Array.from({ length: count }, (_, i) => i * 1e6)
  await writer.add(groups, { group: 0, count, timeNs, raw: [timeNs.map((ns) => ns % 977)], valid: [null] })
  await writer.finish()
  const store = await openSignalStore(memorySource(sink.bytes()))
  const [signal] = store.signals
  if (signal === undefined) throw new Error('The store is empty')
  const kept = new KeptTiles()
  const look = async (from: number, to: number) => {
    const asked = { fromNs: from * second, toNs: to * second }
    const tile = await store.tile(signal, asked.fromNs, asked.toNs, 20)
    kept.keep(signal, asked, tile)
    return tile
  }
  return {
    signal,
    kept,
    look,
    around: (from: number, to: number) => kept.around(signal, { fromNs: from * second, toNs: to * second }),
  }
}

it('gives the narrowest tile around a window, and for every window that of the whole recording', async () => {
  const { signal, kept, look, around } = await storeOfSeconds()
  expect(around(10, 20)).toBeNull()
  const near = await look(8, 22)
  expect(kept.hasWhole(signal)).toBe(false)
  const whole = await look(-1, 101)
  const nearer = await look(12, 16)
  expect(kept.hasWhole(signal)).toBe(true)
  expect(around(13, 14)).toBe(nearer)
  expect(around(11, 14)).toBe(near)
  expect(around(30, 31)).toBe(whole)
  // What lies beside the recording is nowhere.
  expect(around(-50, 200)).toBe(whole)
})

it('keeps the whole recording, and of the others those looked at last', async () => {
  const { look, around } = await storeOfSeconds()
  const whole = await look(0, 100)
  const first = await look(1, 2)
  expect(around(1, 2)).toBe(first)
  for (let at = 3; at < 12; at++) await look(at, at + 1)
  expect(around(1, 2)).toBe(whole)
  expect(around(11, 12)).not.toBe(whole)
})
