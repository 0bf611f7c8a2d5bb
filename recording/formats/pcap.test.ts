import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { frameFlag, type FrameBlock } from '../frames.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../testing/write-frames.ts'
import { plainFrames, testBuses, testFrames, testStart, type PlainFrame } from '../testing/written.ts'
import { pcap, pcapng, pcapngWriter, pcapWriter } from './pcap.ts'

/** A word of 32 bits, a word of 16 bits, or bytes as they are. */
type Part = number | { half: number } | Uint8Array
const half = (value: number): Part => ({ half: value })

function file(littleEndian: boolean, ...parts: (Part | readonly Part[])[]): Uint8Array {
  const pieces = parts.flat().map((part) => {
    if (part instanceof Uint8Array) return part
    const isWord = typeof part === 'number'
    const view = new DataView(new ArrayBuffer(isWord ? 4 : 2))
    if (isWord) view.setUint32(0, part, littleEndian)
    else view.setUint16(0, part.half, littleEndian)
    return new Uint8Array(view.buffer)
  })
  return new Uint8Array(Buffer.concat(pieces))
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const canPacket = bytes(0x80, 0, 0x12, 0x34, 2, 0, 0, 0, 0xaa, 0xbb)
/** Linux cooked header of an outgoing packet. */
const cooked = (protocol: number, ...rest: number[]): Uint8Array =>
  bytes(0, 4, 1, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, protocol, ...rest)

const pcapHead = (magic: number, link: number): Part[] => [magic, half(2), half(4), 0, 0, 65_535, link]
const framesOf = async (content: Uint8Array): Promise<PlainFrame[]> =>
  plainFrames(await (pcap.detect(content) ? pcap : pcapng).readFrames(memorySource(content)))

const withoutSent = (frames: PlainFrame[]): PlainFrame[] =>
  frames.map((frame) => ({ ...frame, flags: frame.flags & ~frameFlag.sent }))

describe('PCAP', () => {
  const blocks = testFrames(20_000, true)

  it('gives back every CAN frame that was written, but not its bus and direction', async () => {
    const { bytes: content, dropped } = await writeFrames(pcapWriter, testStart, testBuses, blocks)
    const stream = await pcap.readFrames(memorySource(content))
    expect(stream.origin).toEqual(testStart)
    const written = withoutSent(await plainFrames({ buses: testBuses, blocks })).map((frame) => ({ ...frame, channel: 0 }))
    expect(await plainFrames(stream)).toEqual(written)
    expect(dropped).toEqual(new Map())
    expect(await pcap.readHeader(memorySource(content))).toMatchObject({ frameCount: 20_000, version: '2.4', start: testStart })
  })

  it('says which frames it cannot keep', async () => {
    const { dropped } = await writeFrames(pcapWriter, testStart, mixedBuses, [mixedFrames()])
    expect([...dropped]).toEqual([
      ['LIN frames', 2],
      ['FlexRay frames', 1],
      ['Ethernet frames', 2],
    ])
  })

  it.each([
    { magic: 0xa1b2c3d4, fractionNs: 1000 },
    { magic: 0xa1b23c4d, fractionNs: 1 },
  ])('reads both byte orders of $magic', async ({ magic, fractionNs }) => {
    for (const littleEndian of [true, false]) {
      const content = file(
        littleEndian,
        ...pcapHead(magic, 227),
        [1_600_000_000, 999_999, 10, 10, canPacket],
        [1_600_000_001, 1, 10, 10, canPacket],
      )
      expect(pcap.detect(content)).toBe(true)
      const stream = await pcap.readFrames(memorySource(content))
      const fraction = 999_999 * fractionNs
      expect(stream.origin).toEqual({ epochMs: 1_600_000_000_000 + Math.floor(fraction / 1e6), nanos: fraction % 1e6 })
      const frame = { channel: 0, id: 0x1234, flags: frameFlag.extended, data: 'aabb' }
      expect(await plainFrames(stream)).toEqual([
        { ...frame, timeNs: 0 },
        { ...frame, timeNs: 1e9 - 999_998 * fractionNs },
      ])
    }
  })

  it('reads cooked packets, whose identifiers are in the byte order of the file', async () => {
    for (const littleEndian of [true, false]) {
      const id = littleEndian ? [0x34, 0x12, 0x00, 0x80] : [0x80, 0x00, 0x12, 0x34]
      const classic = cooked(0x0c, ...id, 1, 0, 0, 0, 0xcc)
      const fd = cooked(0x0d, ...id, 2, 3, 0, 0, 0xdd, 0xee)
      const content = file(
        littleEndian,
        ...pcapHead(0xa1b2c3d4, 113),
        [5, 0, classic.length, classic.length, classic],
        [5, 1, fd.length, fd.length, fd],
      )
      const { extended, sent, fd: isFd, bitRateSwitch, errorState } = frameFlag
      expect(await framesOf(content)).toEqual([
        { timeNs: 0, channel: 0, id: 0x1234, flags: extended | sent, data: 'cc' },
        { timeNs: 1000, channel: 0, id: 0x1234, flags: extended | sent | isFd | bitRateSwitch | errorState, data: 'ddee' },
      ])
    }
  })

  it('tells the interfaces of cooked packets of the second kind apart', async () => {
    const packet = (index: number): Uint8Array =>
      bytes(0, 0x0c, 0, 0, 0, 0, 0, index, 1, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x01, 0, 0, 1, 0, 0, 0, 0xcc)
    const content = file(true, ...pcapHead(0xa1b2c3d4, 276), 5, 0, 29, 29, packet(3), 5, 1, 29, 29, packet(4))
    expect((await framesOf(content)).map(({ channel, id, data }) => [channel, id, data])).toEqual([
      [3, 0x121, 'cc'],
      [4, 0x121, 'cc'],
    ])
  })

  it('reads remote and error frames, and data that the capture left out', async () => {
    const remote = bytes(0x40, 0, 0x01, 0x23, 8, 0, 0, 0)
    const error = bytes(0x20, 0, 0, 0x04, 8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    const short = bytes(0, 0, 0x01, 0x23, 8, 0, 0, 0, 1, 2)
    const packets = [remote, error, short].flatMap((packet) => [1, 0, packet.length, 16, packet])
    expect(
      (await framesOf(file(true, ...pcapHead(0xa1b2c3d4, 227), ...packets))).map((frame) => ({ ...frame, timeNs: 0 })),
    ).toEqual([
      { timeNs: 0, channel: 0, id: 0x123, flags: frameFlag.remote, data: '00'.repeat(8) },
      { timeNs: 0, channel: 0, id: 4, flags: frameFlag.error, data: '0001000000000000' },
      { timeNs: 0, channel: 0, id: 0x123, flags: 0, data: '0102' },
    ])
  })

  it('keeps packets of other kinds whole', async () => {
    const content = file(true, ...pcapHead(0xa1b2c3d4, 105), 1, 0, 2, 2, bytes(7, 8))
    const header = await pcap.readHeader(memorySource(content))
    expect(header.buses).toMatchObject([{ kind: 'other', frameCount: 1 }])
    expect(await framesOf(content)).toMatchObject([{ id: 105, data: '0708' }])
  })

  it('counts what is whole in a cut file and names the byte where it ends', async () => {
    const { bytes: content } = await writeFrames(pcapWriter, testStart, testBuses, testFrames(3, false))
    const cut = await pcap.readHeader(memorySource(content.subarray(0, content.length - 1)))
    expect(cut).toMatchObject({ frameCount: 2, problem: { kind: 'short-read' } })
    const first = 24
    const header = await pcap.readHeader(memorySource(content.subarray(0, first + 10)))
    expect(header).toMatchObject({ frameCount: 0, problem: { kind: 'short-read', offset: first } })
  })

  it('refuses other versions', async () => {
    const content = file(true, 0xa1b2c3d4, half(3), half(4), 0, 0, 0, 1)
    await expect(pcap.readHeader(memorySource(content))).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 4 })
  })
})

const section: Part[] = [0x0a0d0d0a, 28, 0x1a2b3c4d, half(1), half(0), 0xffff_ffff, 0xffff_ffff, 28]
const enhanced = (index: number, high: number, low: number): Part[] => [
  6,
  44,
  index,
  high,
  low,
  10,
  10,
  canPacket,
  bytes(0, 0),
  44,
]

describe('PCAPNG', () => {
  it('gives back frames of all its buses, by name', async () => {
    const kinds = ['CAN', 'LIN', 'Ethernet']
    const { bytes: content, dropped } = await writeFrames(pcapngWriter, testStart, mixedBuses, [mixedFrames()])
    expect(dropped).toEqual(new Map([['FlexRay frames', 1]]))
    const stream = await pcapng.readFrames(memorySource(content))
    const origin: FrameBlock = mixedFrames(kinds)
    const written = await plainFrames({ buses: mixedBuses, blocks: [origin] })
    const read = await plainFrames(stream)
    expect(read.map((frame) => ({ ...frame, channel: 0 }))).toEqual(written.map((frame) => ({ ...frame, channel: 0 })))
    expect(stream.origin).toEqual(testStart)
    expect(stream.buses.map(({ kind, name }) => [kind, name])).toEqual([
      ['CAN', 'CAN 1'],
      ['CAN', 'CAN 2'],
      ['LIN', 'LIN 1'],
      ['Ethernet', 'Ethernet 3'],
    ])
  })

  it('keeps buses, directions and nanoseconds of many frames', async () => {
    const blocks = testFrames(20_000, true)
    const { bytes: content } = await writeFrames(pcapngWriter, testStart, testBuses, blocks)
    const read = await framesOf(content)
    const written = await plainFrames({ buses: testBuses, blocks })
    expect(read).toEqual(written.map((frame) => ({ ...frame, channel: frame.channel - 1 })))
  })

  it('reads sections of both byte orders, clocks of all kinds, and old and simple packets', async () => {
    const clock = (resolution: number): Part[] => [
      1,
      32,
      half(227),
      half(0),
      0,
      half(9),
      half(1),
      bytes(resolution, 0, 0, 0),
      0,
      32,
    ]
    const one = file(
      true,
      ...section,
      ...clock(3),
      ...enhanced(0, 0, 5000),
      ...clock(0x80 | 10),
      ...enhanced(1, 0, 6 * 1024 + 512),
    )
    const offset: Part[] = [1, 36, half(227), half(0), 0, half(14), half(8), 0, 3, half(0), half(0), 36]
    const two = file(
      false,
      ...section,
      ...offset,
      ...enhanced(0, 0, 4_250_000),
      [0x0bad, 16, 1, 16],
      [2, 44, half(0), half(0), 0, 4_500_000, 10, 10, canPacket, bytes(0, 0), 44],
      [3, 28, 10, canPacket, bytes(0, 0), 28],
    )
    const content = new Uint8Array(Buffer.concat([one, two]))
    expect((await framesOf(content)).map(({ timeNs, channel }) => [timeNs / 1e6, channel])).toEqual([
      [0, 0],
      [1500, 1],
      [2250, 0],
      [2500, 0],
      [2500, 0],
    ])
    expect((await pcapng.readHeader(memorySource(content))).origin).toEqual({ epochMs: 5000, nanos: 0 })
  })

  it('keeps the channel of an interface that a later section repeats', async () => {
    const named: Part[] = [1, 28, half(227), half(0), 0, half(2), half(4), bytes(0x76, 0x63, 0x61, 0x6e), 28]
    const once = file(true, ...section, ...named, ...named, ...enhanced(0, 0, 1), ...enhanced(1, 0, 2))
    const stream = await pcapng.readFrames(memorySource(new Uint8Array(Buffer.concat([once, once]))))
    expect((await plainFrames(stream)).map(({ channel }) => channel)).toEqual([0, 0, 1, 1])
    expect(stream.buses.map(({ name }) => name)).toEqual(['vcan', 'vcan'])
  })

  it('names the block that contradicts itself', async () => {
    const plain: Part[] = [1, 20, half(227), half(0), 0, 20]
    const problem = async (...parts: Part[]): Promise<unknown> =>
      (await pcapng.readHeader(memorySource(file(true, ...section, ...parts)))).problem
    expect(await problem(...plain, ...enhanced(7, 0, 1))).toMatchObject({ kind: 'damaged-block', offset: 48 })
    expect(await problem(...plain, 6, 44, 0, 0, 1, 40, 40, canPacket, bytes(0, 0), 44)).toMatchObject({ offset: 48 })
    expect(await problem(...plain, 6, 44, 0, 0, 1, 10, 10, canPacket, bytes(0, 0), 43)).toMatchObject({ offset: 48 })
    expect(await problem(...plain, 9, 9)).toMatchObject({ kind: 'short-read', offset: 48 })
    expect(await problem(...plain, 9, 4, 4)).toMatchObject({ kind: 'damaged-block', offset: 48 })
  })
})
