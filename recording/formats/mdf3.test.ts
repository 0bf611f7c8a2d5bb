import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { BuiltMdf3 } from '../testing/built-mdf3.ts'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { seenSignals } from '../testing/read-signals.ts'
import { plainFrames } from '../testing/written.ts'
import { mdf3 } from './mdf3.ts'

const start = Date.UTC(2024, 4, 6, 7, 8, 9)
const stamp = BigInt(start) * 1_000_000n
const rows = 4

/** One group of a time (double) and a byte that counts from 0. */
function oneByteFile(
  conversion: (built: BuiltMdf3) => number,
  options: { little?: boolean; finalized?: boolean } = {},
): Uint8Array {
  const built = new BuiltMdf3(options.little ?? true, options)
  built.header('06:05:2024', '07:08:09', stamp, 0)
  const signal = built.channel({ name: 's', startBit: 64, bits: 8, dataType: 0, conversion: conversion(built) })
  const time = built.channel({ name: 't', next: signal, time: true, bits: 64, dataType: 3 })
  const group = built.group({ channels: time, bytes: 9, records: options.finalized === false ? 0 : rows })
  const dataGroup = built.dataGroup({ group, data: 0 })
  built.link(dataGroup + 16, built.data(Array.from({ length: rows }, (_, row) => [...built.f64(row / 4), row]).flat()))
  built.link(64 + 4, dataGroup)
  return built.bytes()
}

/** Two groups in one stream of records, the id before and after each; a trigger. */
function mixedFile(little: boolean): Uint8Array {
  const built = new BuiltMdf3(little)
  built.header('06:05:2024', '07:08:09', stamp, 0)
  const longName = built.block('TX', built.text('a name of more than thirty-two characters', 42))
  const comment = built.block('TX', built.text('Körper', 9))
  const word = built.channel({ name: 'a name', longName, bits: 24, dataType: 7, byteOffset: 8 })
  const time = built.channel({ name: 't', next: word, time: true, bits: 64, dataType: 3 })
  const second = built.group({ channels: time, recordId: 2, bytes: 11, records: 2, comment })
  const big = built.channel({ name: 'big', startBit: 12, bits: 10, dataType: 10 })
  const own = built.channel({ name: 'little', next: big, bits: 12, dataType: 13, comment })
  const first = built.group({ channels: own, recordId: 1, bytes: 4, records: 2, next: second })
  const trigger = built.block('TR', [...built.u32(comment), ...built.u16(2), ...built.f64(1.5, 0, 0, 0.5, 0, 0)])
  const dataGroup = built.dataGroup({ group: first, data: 0, idLength: 2, trigger })
  const numbers = (value: number): number[] => [1, value, 0x10 | (value & 15), 0x2f, 0xf3, 1]
  const texts = (seconds: number, text: string): number[] => [2, ...built.f64(seconds), ...built.text(text, 3), 2]
  built.link(dataGroup + 16, built.data([...numbers(5), ...texts(0.5, 'ab'), ...texts(1, 'ä'), ...numbers(7)]))
  built.link(64 + 4, dataGroup)
  return built.bytes()
}

describe('MDF 3', () => {
  it.each<[string, (built: BuiltMdf3) => number, (number | string)[]]>([
    ['none', (b) => b.conversion(65_535, 0, []), [0, 1, 2, 3]],
    ['a line', (b) => b.conversion(0, 2, b.f64(-3, 0.5), 'm'), [-3, -2.5, -2, -1.5]],
    ['an interpolated table', (b) => b.conversion(1, 2, b.f64(0, 0, 2, 10)), [0, 5, 10, 10]],
    ['a table', (b) => b.conversion(2, 2, b.f64(0, 7, 2, 9)), [7, 7, 9, 9]],
    ['a polynomial', (b) => b.conversion(6, 6, b.f64(2, 1, 0, 4, 1, 2)), [-6.5, -4.5, -2.5, -0.5]],
    ['an exponential', (b) => b.conversion(7, 7, b.f64(1, 2, 0, 0, 0, 1, 0)), [0, 1, 2, 3].map((x) => Math.exp(x) / 2)],
    ['a logarithm', (b) => b.conversion(8, 7, b.f64(0, 0, 6, 1, 2, 0, -1)), [0, 1, 2, 3].map((x) => Math.log(6 / (x + 1)) / 2)],
    ['a rational', (b) => b.conversion(9, 6, b.f64(1, 2, 3, 0, 0, 2)), [1.5, 3, 5.5, 9]],
    ['a formula', (b) => b.conversion(10, 1, b.text('X1*X1+1', 20)), [1, 2, 5, 10]],
    [
      'texts',
      (b) => b.conversion(11, 2, [...b.f64(2), ...b.text('two', 32), ...b.f64(0), ...b.text('zero', 32)]),
      ['zero', 1, 'two', 3],
    ],
    [
      'ranges of texts',
      (b) => {
        const [other = 0, low = 0] = ['other', 'low'].map((text) => b.block('TX', b.text(text, 8)))
        return b.conversion(12, 2, [...b.f64(0, 0), ...b.u32(other), ...b.f64(1, 2), ...b.u32(low)])
      },
      ['other', 'low', 'low', 'other'],
    ],
    [
      'ranges with a formula for all others',
      (b) => {
        const [other = 0, low = 0] = ['"2*{X}+1"', 'low'].map((text) => b.block('TX', b.text(text, 12)))
        return b.conversion(12, 2, [...b.f64(0, 0), ...b.u32(other), ...b.f64(1, 2), ...b.u32(low)])
      },
      [1, 'low', 'low', 7],
    ],
  ])('converts: %s', async (_name, conversion, values) => {
    for (const little of [true, false]) {
      const signal = (await seenSignals(oneByteFile(conversion, { little }))).get('s')
      expect(signal).toMatchObject({ values, timeNs: [0, 0.25e9, 0.5e9, 0.75e9] })
    }
  })

  it('keeps raw values, and says so, where a conversion is not known', async () => {
    const signal = (await seenSignals(oneByteFile((b) => b.conversion(99, 0, [])))).get('s')
    expect(signal?.values).toEqual([0, 1, 2, 3])
    expect(signal?.description.comment).toMatch(/^Raw values\. A conversion of kind 99/)
  })

  it.each([true, false])('reads mixed records, little-endian: %s', async (little) => {
    const seen = await seenSignals(mixedFile(little))
    expect(seen.get('little')?.values).toEqual([0x505, 0x707])
    expect(seen.get('little')?.timeNs).toEqual([0, 1e9])
    expect(seen.get('little')?.description.comment).toBe('Körper')
    expect(seen.get('a name of more than thirty-two characters')).toMatchObject({ values: ['ab', 'ä'], timeNs: [0.5e9, 1e9] })
    const events = await mdf3.readEvents?.(memorySource(mixedFile(little)))
    expect(events).toEqual([
      { timeNs: 0.5e9, kind: 'trigger', name: 'Trigger', comment: 'Körper' },
      { timeNs: 1.5e9, kind: 'trigger', name: 'Trigger', comment: 'Körper' },
    ])
  })

  it.each([
    ['a stamp in UTC', '06:05:2024', '09:08:09', stamp, 2],
    ['a stamp in local time', '06:05:2024', '09:08:09', stamp + 7_200_000_000_000n, 2],
    ['no stamp', '06:05:2024', '07:08:09', 0n, 0],
  ])('takes its start from %s', async (_name, date, time, nanoseconds, zone) => {
    const built = new BuiltMdf3(true)
    built.header(date, time, nanoseconds, zone)
    expect(await mdf3.readHeader(memorySource(built.bytes()))).toMatchObject({ origin: { epochMs: start, nanos: 0 } })
  })

  it('tells what a file holds, finalized or not', async () => {
    const linear = (b: BuiltMdf3): number => b.conversion(0, 2, b.f64(0, 1))
    const header = { format: 'mdf3', version: '3.30', signalCount: 1, sampleCount: rows, end: { epochMs: start + 750, nanos: 0 } }
    expect(await mdf3.readHeader(memorySource(oneByteFile(linear)))).toMatchObject({ ...header, finalized: true })
    const unfinalized = oneByteFile(linear, { finalized: false })
    expect(await mdf3.readHeader(memorySource(unfinalized))).toMatchObject({ ...header, finalized: false })
  })

  it('counts what there is of a cut file', async () => {
    const whole = oneByteFile((b) => b.conversion(65_535, 0, []))
    const header = await mdf3.readHeader(memorySource(whole.slice(0, -5)))
    expect(header).toMatchObject({ sampleCount: rows - 1, problem: { kind: 'short-read' } })
  })

  // Found by damaging files: the link to the data pointed behind the end.
  it('refuses data behind the end of the file', async () => {
    const built = new BuiltMdf3(true)
    built.header('06:05:2024', '07:08:09', 0n, 0)
    const signal = built.channel({ name: 's', bits: 8, dataType: 0 })
    const group = built.group({ channels: signal, bytes: 1, records: 3 })
    built.link(64 + 4, built.dataGroup({ group, data: 0x0800_0000 }))
    await expect(seenSignals(built.bytes())).rejects.toThrow(/at byte 134217728 needs 3 bytes/)
  })

  it('reads CAN frames where a writer put bus logging', async () => {
    const built = new BuiltMdf3(true)
    built.header('06:05:2024', '07:08:09', stamp, 0)
    const names = ['BusChannel', 'ID', 'IDE', 'DataLength', 'DataBytes'] as const
    const places = {
      BusChannel: [0, 8, 13],
      ID: [8, 32, 13],
      IDE: [40, 8, 13],
      DataLength: [48, 8, 13],
      DataBytes: [56, 64, 8],
    } as const
    let next = 0
    for (const name of names) {
      const [startBit, bits, dataType] = places[name]
      next = built.channel({ name: `CAN_DataFrame.${name}`, next, startBit: 64 + startBit, bits, dataType })
    }
    const time = built.channel({ name: 't', next, time: true, bits: 64, dataType: 3 })
    const group = built.group({ channels: time, bytes: 23, records: 2 })
    const dataGroup = built.dataGroup({ group, data: 0 })
    const frame = (seconds: number, id: number, extended: number, data: number[]): number[] => {
      const bytes = Array.from({ length: 8 }, (_, i) => data[i] ?? 0)
      return [...built.f64(seconds), 2, ...built.u32(id), extended, data.length, ...bytes]
    }
    built.link(dataGroup + 16, built.data([...frame(0.5, 0x123, 0, [1, 2, 3]), ...frame(1, 0x18fe_f100, 1, [9])]))
    built.link(64 + 4, dataGroup)
    const stream = await mdf3.readFrames(memorySource(built.bytes()))
    const [block] = await Array.fromAsync(stream.blocks)
    expect(stream.buses).toEqual([{ kind: 'CAN', channel: 2, name: 'CAN 2' }])
    expect(block).toMatchObject({
      count: 2,
      timeNs: Float64Array.of(5e8, 1e9),
      id: Uint32Array.of(0x123, 0x18fe_f100),
      flags: Uint8Array.of(0, 1),
      length: Uint16Array.of(3, 1),
    })
    const frames = await plainFrames({ buses: stream.buses, blocks: block ? [block] : [] })
    expect(frames.map(({ data }) => data)).toEqual(['010203', '09'])
    expect(await mdf3.readHeader(memorySource(built.bytes()))).toMatchObject({ frameCount: 2, signalCount: 0 })
  })

  it.each([
    [
      'texts of ranges',
      () => oneByteFile((b) => b.conversion(12, 2, [...b.f64(0, 0), ...b.u32(0), ...b.f64(1, 2), ...b.u32(0)])),
    ],
    ['mixed records', () => mixedFile(false)],
  ])('holds damaged files: %s', { timeout: 120_000 }, async (_name, file) => {
    expect(await hurt(file(), mutationsPerFormat)).toEqual([])
  })
})
