import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import type { Bus, FrameBlock } from '../frames.ts'
import { plainFrames, testBuses, testFrames, testStart, writtenVsb } from '../testing/written.ts'
import { vsbWriter } from './vsb/frame-format.ts'
import { field, recordBytes } from './vsb/records.ts'
import { VsbWriter } from './vsb/writer.ts'
import { vsb } from './vsb.ts'

const original = testFrames(20_000, true)

describe('VSB 0x104', () => {
  it('gives back every frame that was written', async () => {
    const stream = await vsb.readFrames(memorySource(await writtenVsb(original)))
    const read = await plainFrames(stream)
    expect(stream.origin).toEqual(testStart)
    expect(read).toEqual(await plainFrames({ buses: testBuses, blocks: original }))
  })

  it('says what is in the file', async () => {
    const header = await vsb.readHeader(memorySource(await writtenVsb(original)))
    expect(header).toMatchObject({ version: '0x104', frameCount: 20_000, finalized: true, start: testStart })
    expect(header.buses.map(({ name, frameCount }) => [name, frameCount])).toEqual([
      ['HS CAN', 10_000],
      ['MS CAN', 10_000],
    ])
    expect(header.problem).toBeUndefined()
  })

  it('counts what is whole in a cut file and names the byte where it ends', async () => {
    const whole = await writtenVsb(testFrames(10, false))
    const header = await vsb.readHeader(memorySource(whole.subarray(0, whole.length - 30)))
    expect(header.frameCount).toBe(9)
    expect(header.problem).toMatchObject({ kind: 'short-read', offset: 10 + 9 * recordBytes })
  })

  it('reads an empty recording', async () => {
    const header = await vsb.readHeader(memorySource(await writtenVsb([])))
    expect(header).toMatchObject({ frameCount: 0, start: null, end: null, buses: [] })
  })

  it('refuses a version that it does not know', async () => {
    const bytes = await writtenVsb([])
    bytes[6] = 0x09
    await expect(vsb.readHeader(memorySource(bytes))).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 6 })
  })

  it('refuses to write times that the format cannot keep', () => {
    expect(() => new VsbWriter(new MemorySink(), { epochMs: 0, nanos: 0 }, testBuses)).toThrow('since 2007-01-01')
  })
})

/** The same frames as version 0x103: extra data in a section of their own, a comment, a time stamp at the end. */
async function asVersion103(): Promise<{ bytes: Uint8Array; blocks: ReturnType<typeof testFrames> }> {
  const blocks = testFrames(200, true)
  const newer = await writtenVsb(blocks)
  const records: Uint8Array[] = []
  const extra: Uint8Array[] = []
  for (let at = 10; at < newer.length;) {
    const record = newer.slice(at, at + recordBytes)
    const view = new DataView(record.buffer)
    const length = view.getUint32(field.extraData, true)
    at += recordBytes + length
    record[field.timeHardwareId] = (record[field.timeHardwareId] ?? 0) ^ 0x80
    if (length > 0) {
      extra.push(newer.slice(at - length, at))
      view.setUint32(field.extraData, extra.length, true)
    }
    records.push(record)
  }
  const u32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer)
  const section = [new TextEncoder().encode('EDP_SECTION\0'), ...extra.flatMap((bytes) => [u32(bytes.length), bytes])]
  const sectionBytes = section.reduce((sum, part) => sum + part.length, 0)
  const head = newer.slice(0, 10)
  head[6] = 0x03
  const parts = [head, u32(sectionBytes), ...section, u32(3), new Uint8Array(6 + 16), ...records, new Uint8Array(24)]
  return { bytes: new Uint8Array(Buffer.concat(parts)), blocks }
}

describe('VSB 0x103', () => {
  it('finds extra data before the records and passes over comment and trailer', async () => {
    const { bytes, blocks } = await asVersion103()
    const read = await plainFrames(await vsb.readFrames(memorySource(bytes)))
    expect(read).toEqual(await plainFrames({ buses: testBuses, blocks }))
    expect(await vsb.readHeader(memorySource(bytes))).toMatchObject({ version: '0x103', frameCount: 200 })
  })

  it('says which record asks for extra data that do not exist', async () => {
    const { bytes } = await asVersion103()
    const firstRecord = bytes.length - 24 - 200 * recordBytes
    new DataView(bytes.buffer).setUint32(firstRecord + field.extraData, 9999, true)
    bytes[firstRecord + field.extraDataEnabled] = 1
    expect((await vsb.readHeader(memorySource(bytes))).problem).toMatchObject({ kind: 'damaged-block', offset: firstRecord })
  })
})

describe('VSB as a frame format', () => {
  it('takes buses that come later, and counts what it cannot keep', async () => {
    const buses: Bus[] = [{ kind: 'CAN', channel: 1, name: 'a' }]
    const sink = new MemorySink()
    const writer = vsbWriter.open(sink)
    await writer.begin(testStart, buses)
    const frame = (bus: number, timeNs: number): FrameBlock => ({
      count: 1,
      timeNs: Float64Array.of(timeNs),
      bus: Uint16Array.of(bus),
      id: Uint32Array.of(5),
      flags: Uint8Array.of(0),
      length: Uint16Array.of(1),
      dataStart: Uint32Array.of(0),
      data: Uint8Array.of(7),
    })
    await writer.write(frame(0, 0))
    buses.push({ kind: 'LIN', channel: 520, name: 'b' }, { kind: 'Ethernet', channel: 1, name: 'c' })
    await writer.write(frame(1, 2e9))
    await writer.write(frame(2, 3e9))
    await writer.write(frame(0, -1))
    expect(await writer.finish()).toEqual(
      new Map([
        ['Ethernet frames', 1],
        ['frames before 2007 or before the beginning of the recording', 1],
      ]),
    )
    expect(await plainFrames(await vsb.readFrames(memorySource(sink.bytes().slice())))).toEqual([
      { timeNs: 0, channel: 1, id: 5, flags: 0, data: '07' },
      { timeNs: 2e9, channel: 520, id: 5, flags: 0, data: '07' },
    ])
  })

  it('gives the same frames when blocks may be filled again', async () => {
    const stream = await vsb.readFrames(memorySource(await writtenVsb(original)), { order: 'file', reuse: true })
    expect(await plainFrames(stream)).toEqual(await plainFrames({ buses: testBuses, blocks: original }))
  })
})
