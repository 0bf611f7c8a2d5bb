import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { frameFlag } from '../frames.ts'
import { mixedBuses, mixedFrames, writeFrames } from '../testing/write-frames.ts'
import { plainFrames, testBuses, testFrames, testStart } from '../testing/written.ts'
import { blf, blfWriter } from './blf.ts'
import { fileHeader } from './blf/file-header.ts'
import { openBlf } from './blf/reader.ts'

const origin = { epochMs: testStart.epochMs, nanos: 0 }

/** An object of header version 1 or 2 with a time of `ticks` in the unit of `flags`, padded as python-can pads. */
function object(type: number, body: Uint8Array, { ticks = 5, flags = 2, version = 1, pad = true } = {}): Uint8Array {
  const head = version === 1 ? 32 : 40
  const size = head + body.length
  const bytes = new Uint8Array(size + (pad ? size % 4 : 0))
  const view = new DataView(bytes.buffer)
  bytes.set([0x4c, 0x4f, 0x42, 0x4a])
  view.setUint16(4, head, true)
  view.setUint16(6, version, true)
  view.setUint32(8, size, true)
  view.setUint32(12, type, true)
  view.setUint32(16, flags, true)
  view.setUint32(24, ticks, true)
  bytes.set(body, head)
  return bytes
}

function container(content: Uint8Array, zlib = true): Uint8Array {
  const packed = zlib ? deflateSync(content) : content
  const bytes = new Uint8Array(32 + packed.length + (packed.length % 4))
  const view = new DataView(bytes.buffer)
  bytes.set([0x4c, 0x4f, 0x42, 0x4a])
  view.setUint16(4, 16, true)
  view.setUint16(6, 1, true)
  view.setUint32(8, 32 + packed.length, true)
  view.setUint32(12, 10, true)
  view.setUint16(16, zlib ? 2 : 0, true)
  view.setUint32(24, content.length, true)
  bytes.set(packed, 32)
  return bytes
}

function file(...parts: Uint8Array[]): Uint8Array {
  const head = fileHeader({ origin, lastNs: 0, fileSize: 1000, uncompressedSize: 1000, objectCount: parts.length })
  return new Uint8Array(Buffer.concat([head, ...parts]))
}

/** CAN_MESSAGE on channel 1 with one byte of data. */
const canMessage = (id: number, options = {}): Uint8Array =>
  object(1, Uint8Array.of(1, 0, 0, 1, id & 0xff, id >> 8, 0, 0, 0xaa, 0, 0, 0, 0, 0, 0, 0), options)

const readFrames = async (bytes: Uint8Array): Promise<Awaited<ReturnType<typeof plainFrames>>> =>
  plainFrames(await openBlf(memorySource(bytes)))
const idsOf = async (bytes: Uint8Array): Promise<number[]> => (await readFrames(bytes)).map(({ id }) => id)

describe('BLF', () => {
  it('gives back every frame that was written, at its time', async () => {
    const blocks = testFrames(20_000, true)
    const { bytes, dropped } = await writeFrames(blfWriter, testStart, testBuses, blocks)
    const written = await plainFrames({ buses: testBuses, blocks })
    expect(dropped).toEqual(new Map())
    expect(blf.detect(bytes)).toBe(true)
    const stream = await openBlf(memorySource(bytes))
    expect(stream.origin).toEqual(origin)
    expect(await plainFrames(stream)).toEqual(written.map((frame) => ({ ...frame, timeNs: frame.timeNs + testStart.nanos })))
    const header = await blf.readHeader(memorySource(bytes))
    expect(header).toMatchObject({ frameCount: 20_000, finalized: true, version: '2.6.8.1', start: testStart })
    expect(header.problem).toBeUndefined()
  })

  it('keeps frames of all its buses', async () => {
    const { bytes } = await writeFrames(blfWriter, origin, mixedBuses, [mixedFrames()])
    expect(await readFrames(bytes)).toEqual(await plainFrames({ buses: mixedBuses, blocks: [mixedFrames()] }))
  })

  it('counts channels from 1 and says what it cannot keep', async () => {
    const buses = [
      { kind: 'MOST', channel: 1, name: 'MOST' },
      { kind: 'CAN', channel: 0, name: 'can0' },
      { kind: 'CAN', channel: 2, name: 'can2' },
      { kind: 'CAN', channel: 2, name: 'another' },
    ] as const
    const [block] = testFrames(40, false)
    if (!block) throw new Error('no frames')
    block.bus.set(Uint16Array.from({ length: 40 }, (_, i) => i % 4))
    const { bytes, dropped } = await writeFrames(blfWriter, origin, buses, [block])
    expect(dropped).toEqual(new Map([['MOST frames', 10]]))
    const header = await blf.readHeader(memorySource(bytes))
    expect(header.buses.map(({ channel, frameCount }) => [channel, frameCount])).toEqual([
      [1, 10],
      [2, 10],
      [3, 10],
    ])
  })

  it('reads both headers, both units of time and both kinds of container', async () => {
    const frames = await readFrames(
      file(
        container(canMessage(0x10, { ticks: 3, flags: 1 })),
        container(canMessage(0x11, { ticks: 40_000, version: 2 }), false),
        canMessage(0x12, { ticks: 50_000 }),
      ),
    )
    expect(frames.map(({ id, timeNs, data }) => [id, timeNs, data])).toEqual([
      [0x10, 30_000, 'aa'],
      [0x11, 40_000, 'aa'],
      [0x12, 50_000, 'aa'],
    ])
  })

  it('reads messages alike in a run of plain ones and beside others', async () => {
    const message = (
      options: { flags?: number; length?: number; id?: number; bytes?: number; type?: number } = {},
    ): Uint8Array => {
      const { flags = 0, length = 8, id = 0x123, bytes = 16, type = 1 } = options
      const body = Uint8Array.of(
        3,
        0,
        flags,
        length,
        id & 0xff,
        (id >> 8) & 0xff,
        0,
        id >>> 24,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        9,
        9,
        9,
      )
      return object(type, body.slice(0, bytes))
    }
    const content = [
      message(),
      message({ length: 3, flags: 1 }),
      message({ id: 0x8000_0456, type: 86, bytes: 20 }),
      message({ length: 15 }),
      message({ flags: 0x80, length: 5 }),
      message({ bytes: 13, length: 8 }),
      message({ bytes: 8, length: 0 }),
      object(73, new Uint8Array(32)),
      message({ length: 1 }),
    ]
    const frames = await readFrames(file(container(new Uint8Array(Buffer.concat(content)))))
    expect(frames.map(({ id, flags, data }) => [id, flags, data])).toEqual([
      [0x123, 0, '0102030405060708'],
      [0x123, 0x08, '010203'],
      [0x456, 0x01, '0102030405060708'],
      [0x123, 0, '0102030405060708'],
      [0x123, 0x02, '0000000000'],
      [0x123, 0, '0102030405'],
      [0x123, 0, ''],
      [0, 0x04, ''],
      [0x123, 0, '01'],
    ])
  })

  it('reads objects that state a header of 16 bytes and have one of 32', async () => {
    const bytes = canMessage(0x77)
    bytes[4] = 16
    expect(await readFrames(file(container(bytes)))).toMatchObject([{ id: 0x77, channel: 1, data: 'aa', timeNs: 5 }])
  })

  it('reads objects that cross containers, wherever the border is', async () => {
    const content = Buffer.concat([canMessage(1), object(7, new Uint8Array(30)), canMessage(2), canMessage(3)])
    for (let border = 0; border <= content.length; border++) {
      const parts = [content.subarray(0, border), content.subarray(border)].map((part) => container(new Uint8Array(part)))
      expect(await idsOf(file(...parts)), `border ${border}`).toEqual([1, 2, 3])
    }
  })

  it('passes over objects that it does not know, larger than their container', async () => {
    const large = object(200, new Uint8Array(5_000_000))
    const parts = [large.subarray(0, 1_000_000), large.subarray(1_000_000, 4_999_999), large.subarray(4_999_999)]
    expect(await idsOf(file(...parts.map((part) => container(part)), container(canMessage(9))))).toEqual([9])
  })

  it('reads containers inside containers, and stops at a depth', async () => {
    let bytes = container(canMessage(4))
    for (let i = 0; i < 3; i++) bytes = container(new Uint8Array(Buffer.concat([canMessage(i), bytes])))
    expect((await idsOf(file(bytes))).sort()).toEqual([0, 1, 2, 4])
    for (let i = 0; i < 5; i++) bytes = container(bytes)
    expect((await blf.readHeader(memorySource(file(bytes)))).problem).toMatchObject({ kind: 'damaged-block', offset: 144 })
  })

  it('reads errors, overloads and what there is of a CAN FD frame', async () => {
    const fd64 = new Uint8Array(44)
    fd64.set([3, 9, 12, 0, 0x45, 0x01])
    fd64.set([0x00, 0x70], 12)
    fd64.set([1, 2, 3, 4], 40)
    const frames = await readFrames(
      file(
        container(
          new Uint8Array(
            Buffer.concat([
              object(2, Uint8Array.of(2, 0, 0, 0), { ticks: 1 }),
              object(3, Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0), { ticks: 2 }),
              object(101, fd64, { ticks: 3 }),
              object(1, Uint8Array.of(1, 0), { ticks: 4 }),
            ]),
          ),
        ),
      ),
    )
    const { error, fd, bitRateSwitch, errorState } = frameFlag
    expect(frames).toEqual([
      { timeNs: 1, channel: 2, id: 0, flags: error, data: '' },
      { timeNs: 2, channel: 2, id: 0, flags: error, data: '' },
      { timeNs: 3, channel: 3, id: 0x145, flags: fd | bitRateSwitch | errorState, data: '010203040000000000000000' },
    ])
  })

  it('gives markers and comments as events', async () => {
    const text = (value: string): Uint8Array => new TextEncoder().encode(value)
    const marker = new Uint8Array(40 + 9)
    marker.set([3], 16)
    marker.set([2], 20)
    marker.set([4], 24)
    marker.set(text('grpm1note'), 40)
    const comment = new Uint8Array(16 + 5)
    comment.set([5], 4)
    comment.set([0x48, 0xf6, 0x68, 0x65, 0x21], 16)
    const bytes = file(container(new Uint8Array(Buffer.concat([object(96, marker), object(92, comment, { ticks: 7 })]))))
    expect(await blf.readEvents?.(memorySource(bytes))).toEqual([
      { timeNs: 5, kind: 'marker', name: 'grp: m1', comment: 'note' },
      { timeNs: 7, kind: 'marker', name: 'Comment', comment: 'Höhe!' },
    ])
  })

  it('reads what there is of a file whose logger was cut off', async () => {
    const { bytes } = await writeFrames(blfWriter, origin, testBuses, testFrames(2000, true))
    const head = fileHeader({ origin, lastNs: 0, fileSize: 0, uncompressedSize: 0, objectCount: 0 })
    const cut = bytes.slice(0, Math.floor(bytes.length / 2))
    cut.set(head)
    const header = await blf.readHeader(memorySource(cut))
    expect(header.finalized).toBe(false)
    expect(header.frameCount).toBeGreaterThan(500)
    expect(header.problem).toMatchObject({ kind: 'short-read', offset: 144 })
    const read = await readFramesUntilProblem(cut)
    expect(read).toEqual((await readFrames(bytes)).slice(0, read.length))
  })

  it('names the container whose bytes are broken', async () => {
    const bytes = file(container(canMessage(1)), container(canMessage(2)))
    bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 0xff
    const second = 144 + container(canMessage(1)).length
    const header = await blf.readHeader(memorySource(bytes))
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: second } })
  })

  it('refuses compression that it does not know', async () => {
    const bytes = file(container(canMessage(1)))
    bytes[144 + 16] = 3
    expect((await blf.readHeader(memorySource(bytes))).problem).toMatchObject({ kind: 'unsupported-feature', offset: 144 })
  })
})

async function readFramesUntilProblem(bytes: Uint8Array): ReturnType<typeof readFrames> {
  const stream = await openBlf(memorySource(bytes))
  const blocks = []
  try {
    for await (const block of stream.blocks) blocks.push(block)
  } catch {
    // The problem itself is the header's matter.
  }
  return plainFrames({ buses: stream.buses, blocks })
}
