import { describe, expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { memorySource } from '#recording/byte-source.ts'
import type { Catalog, Signal } from '#recording/catalogs/catalog.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { messageFinder } from '#recording/decode/message-finder.ts'
import { Reassembler } from '#recording/decode/transport/reassembler.ts'
import { transportedBy } from '#recording/decode/transport/transported.ts'
import type { Bus } from '#recording/frames.ts'
import { FrameBlockBuilder, frameFlag } from '#recording/frames.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { FrameLog } from './frame-log.ts'
import { frameValues } from './frame-values.ts'

const buses: Bus[] = [{ kind: 'CAN', channel: 1, name: 'can0' }]

const signal = (name: string, startBit: number, more: Partial<Signal> = {}): Signal => ({
  name,
  startBit,
  bitCount: 8,
  byteOrder: 'little',
  signed: false,
  factor: 1,
  offset: 0,
  minimum: 0,
  maximum: 255,
  unit: '',
  ...more,
})

const catalog: Catalog = {
  name: 'small',
  messages: [
    {
      name: 'Motion',
      id: 0x1a0,
      extended: false,
      length: 2,
      signals: [signal('Speed', 0, { factor: 0.5, unit: 'km/h' }), signal('Gear', 8, { names: new Map([[3, 'Drive']]) })],
    },
    {
      name: 'Chosen',
      id: 0x1b0,
      extended: false,
      length: 2,
      signals: [
        signal('Which', 0, { multiplexer: true }),
        signal('One', 8, { multiplexed: { by: 'Which', ranges: [[1, 1]] } }),
        signal('Two', 8, { multiplexed: { by: 'Which', ranges: [[2, 2]] } }),
      ],
    },
    { name: 'Long', id: 0x18feca00, extended: true, j1939: true, length: 10, signals: [signal('Last', 72)] },
  ],
}

/** ms, id, flags, bytes */
const sent: readonly (readonly [number, number, number, readonly number[]])[] = [
  [0, 0x1a0, 0, [100, 3]],
  [1, 0x1b0, 0, [1, 11]],
  [2, 0x1b0, 0, [2, 22]],
  [3, 0x1a0, 0, [120, 0]],
  [3, 0x1a0, 0, [140, 1]],
  // J1939: announced to all, then two parts
  [4, 0x1cecff05, frameFlag.extended, [0x20, 10, 0, 2, 0xff, 0xca, 0xfe, 0x00]],
  [5, 0x1cebff05, frameFlag.extended, [1, 1, 2, 3, 4, 5, 6, 7]],
  [6, 0x1cebff05, frameFlag.extended, [2, 8, 9, 77, 255, 255, 255, 255]],
  [7, 0x333, 0, [1]],
]

async function recorded() {
  const builder = new FrameBlockBuilder()
  for (const [ms, id, flags, bytes] of sent) builder.add(ms * 1e6, 0, id, flags, Uint8Array.from(bytes), 0, bytes.length)
  const block = builder.take()
  const log = new FrameLog(buses)
  log.add(block)
  const applied = [{ catalog }]
  const decoder = new FrameDecoder(applied, buses)
  const reassembler = new Reassembler(buses, transportedBy(messageFinder(applied)))
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: 0, nanos: 0 }, buses)
  const whole = reassembler.add(block)
  for (const frames of [block, ...(whole === null ? [] : [whole])])
    for (const samples of decoder.decode(frames)) await writer.add(decoder.groups, samples)
  await writer.finish()
  const store = await openSignalStore(memorySource(sink.bytes()))
  return async (row: number) =>
    (await frameValues(store, log, row)).map(({ signal: index, message, value, raw, text }) => [
      `${message}.${store.signals[index]?.name}`,
      raw,
      value,
      text,
    ])
}

describe('what a frame says', () => {
  it('is physical, raw, and by name', async () => {
    const at = await recorded()
    expect(await at(0)).toEqual([
      ['Motion.Speed', 100, 50, null],
      ['Motion.Gear', 3, 3, 'Drive'],
    ])
    expect(await at(8)).toEqual([])
  })

  it('is only what its multiplexer chose', async () => {
    const at = await recorded()
    expect((await at(1)).map(([name, raw]) => [name, raw])).toEqual([
      ['Chosen.Which', 1],
      ['Chosen.One', 11],
    ])
    expect((await at(2)).map(([name, raw]) => [name, raw])).toEqual([
      ['Chosen.Which', 2],
      ['Chosen.Two', 22],
    ])
  })

  it('is its own where two frames have one time', async () => {
    const at = await recorded()
    expect((await at(3))[0]).toEqual(['Motion.Speed', 120, 60, null])
    expect((await at(4))[0]).toEqual(['Motion.Speed', 140, 70, null])
  })

  it('stands at the last part of a long message', async () => {
    const at = await recorded()
    expect(await at(5)).toEqual([])
    expect(await at(6)).toEqual([])
    expect(await at(7)).toEqual([['Long.Last', 77, 77, null]])
  })
})
