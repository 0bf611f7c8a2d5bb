import { afterEach, describe, expect, it, vi } from 'vitest'
import { MemorySink } from '../byte-sink.ts'
import { memorySource } from '../byte-source.ts'
import type { Bus, FrameBlock } from '../frames.ts'
import { plainFrames, testBuses, testFrames, testStart } from '../testing/written.ts'
import type { FrameOrder } from './format.ts'
import { writeChannels } from './mf4/channel-writer.ts'
import { mf4FrameFormat } from './mf4/frame-format.ts'
import { CraftedFile, joined, part, record, secondsMaster } from './mf4/testing/crafted.ts'
import { mf4 } from './mf4.ts'

const frameParts = [
  { ...part('CAN_DataFrame.DataBytes', 14, 64), type: 1, dataType: 10 },
  part('CAN_DataFrame.BusChannel', 8, 2, 1),
  part('CAN_DataFrame.ID', 8, 29, 3),
  part('CAN_DataFrame.IDE', 8, 1),
  part('CAN_DataFrame.Dir', 12, 1),
  part('CAN_DataFrame.DataLength', 12, 7, 1),
]

/** A record as CANedge loggers lay it out: bus, ID and IDE share a word; the data are kept elsewhere. */
function loggerRecord(seconds: number, id: number, length: number, offset: number): Uint8Array {
  return record(['f64', seconds], ['u32', ((id << 3) | (2 << 1)) >>> 0], ['u8', length << 1], ['u8', 0], ['u64', offset])
}

const value = (...bytes: readonly number[]): Uint8Array => joined(record(['u32', bytes.length]), Uint8Array.from(bytes))

async function read(bytes: Uint8Array, order?: FrameOrder): ReturnType<typeof plainFrames> {
  return plainFrames(await mf4.readFrames(memorySource(bytes), order))
}

const twoFrames = [
  { timeNs: 1e9, channel: 2, id: 0x123, flags: 0, data: '010203' },
  { timeNs: 2e9, channel: 2, id: 0x124, flags: 0, data: '0405060708090a0b0c' },
]

describe('MF4 frames whose data are kept outside the record', () => {
  const first = value(1, 2, 3)
  const second = value(4, 5, 6, 7, 8, 9, 10, 11, 12)

  it.each([
    ['u8', 1, 'behind'],
    ['u16', 2, 'in front'],
    ['u32', 4, 'behind'],
    ['u64', 8, 'in front'],
  ] as const)('in records of the same data, ids of %s (%i bytes), values %s', async (width, idBytes, place) => {
    const file = new CraftedFile()
    await file.begin()
    const values = await file.values(7)
    const frames = await file.group({ event: 'CAN_DataFrame', parts: frameParts, recordBytes: 22, cycles: 2, recordId: 5 })
    await file.blocks.link(file.firstPart, 5, values)
    const [frame, data] = [record([width, 5]), record([width, 7])]
    const pairs = [
      [joined(frame, loggerRecord(1, 0x123, 3, 0)), joined(data, first)],
      [joined(frame, loggerRecord(2, 0x124, 9, first.length)), joined(data, second)],
    ]
    const inOrder = pairs.map((pair) => joined(...(place === 'behind' ? pair : pair.toReversed())))
    await file.dataGroup([frames, values], await file.block('DT', joined(...inOrder)), idBytes)
    expect(await read(await file.bytes())).toEqual(twoFrames)
  })

  it('in blocks of values', async () => {
    const file = new CraftedFile()
    await file.begin()
    const frames = await file.group({ event: 'CAN_DataFrame', parts: frameParts, recordBytes: 22, cycles: 3 })
    await file.blocks.link(file.firstPart, 5, await file.block('SD', joined(first, second)))
    // The last record shares the first one's value.
    const records = joined(loggerRecord(1, 0x123, 3, 0), loggerRecord(2, 0x124, 9, first.length), loggerRecord(3, 0x125, 2, 0))
    await file.dataGroup([frames], await file.block('DT', records))
    expect(await read(await file.bytes())).toEqual([...twoFrames, { timeNs: 3e9, channel: 2, id: 0x125, flags: 0, data: '0102' }])
  })

  it('names a file whose values end before the records', async () => {
    const file = new CraftedFile()
    await file.begin()
    const frames = await file.group({ event: 'CAN_DataFrame', parts: frameParts, recordBytes: 22, cycles: 1 })
    await file.blocks.link(file.firstPart, 5, await file.block('SD', first))
    await file.dataGroup([frames], await file.block('DT', loggerRecord(1, 0x123, 3, 99)))
    await expect(read(await file.bytes())).rejects.toMatchObject({ kind: 'short-read' })
  })
})

describe('MF4 layouts', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('reads times that are kept in a group of their own', async () => {
    const file = new CraftedFile()
    await file.begin()
    const times = await file.bareGroup(await oneChannel(file), { recordBytes: 8, cycles: 2 })
    await file.dataGroup([times], await file.block('DV', record(['f64', 1.5], ['f64', 2.5])))
    const parts = [part('CAN_DataFrame.ID', 0, 32), part('CAN_DataFrame.DLC', 4, 8), bytesPart('CAN_DataFrame.DataBytes', 5, 8)]
    const frames = await remoteMasterGroup(file, parts, times)
    const one = (id: number): Uint8Array => joined(record(['u32', id], ['u8', 2]), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
    await file.dataGroup([frames], await file.block('DV', joined(one(0x11), one(0x8000_0012))))
    expect(await read(await file.bytes())).toEqual([
      { timeNs: 1.5e9, channel: 0, id: 0x11, flags: 0, data: '0102' },
      { timeNs: 2.5e9, channel: 0, id: 0x12, flags: 1, data: '0102' },
    ])
  })

  it('puts an Ethernet frame together as it was on the wire, and takes the bus from its source', async () => {
    const file = new CraftedFile()
    await file.begin()
    const source = await file.blocks.block(
      'SI',
      [await file.blocks.text('TX', 'Camera link 4'), 0, 0],
      record(['u8', 2], ['u8', 7], ['u8', 0], ['u8', 0], ['u32', 0]),
    )
    const frames = await file.group({
      event: 'ETH_Frame',
      parts: [
        bytesPart('ETH_Frame.DataBytes', 22, 4),
        bytesPart('ETH_Frame.Destination', 8, 6),
        bytesPart('ETH_Frame.Source', 14, 6),
        part('ETH_Frame.EtherType', 20, 16),
        part('ETH_Frame.ReceivedDataByteCount', 26, 16),
      ],
      recordBytes: 28,
      cycles: 1,
      source,
    })
    const bytes = joined(
      record(['f64', 1]),
      Uint8Array.of(1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 0x00, 0x08, 9, 9, 9, 9, 3, 0),
    )
    await file.dataGroup([frames], await file.block('DT', bytes))
    const stream = await mf4.readFrames(memorySource(await file.bytes()))
    expect(await plainFrames(stream)).toEqual([
      { timeNs: 1e9, channel: 4, id: 0x0800, flags: 0, data: '0102030405060b0c0d0e0f100800090909' },
    ])
    expect(stream.buses).toEqual([{ kind: 'Ethernet', channel: 4, name: 'Camera link 4' }])
  })

  it('reads the same without code made from text', async () => {
    const blocks = testFrames(3000, true)
    const bytes = await written(blocks, testBuses, true)
    vi.stubGlobal('Function', function refused() {
      throw new EvalError('the page forbids it')
    })
    const frames = await read(bytes)
    vi.unstubAllGlobals()
    expect(frames).toEqual(await plainFrames({ buses: testBuses, blocks }))
  })
})

describe('MF4 written', () => {
  it.each([[false], [true]])('gives back every frame, blocks filled again or not (compressed %s)', async (compress) => {
    const blocks = testFrames(40_000, true)
    const bytes = await written(blocks, testBuses, compress)
    const expected = await plainFrames({ buses: testBuses, blocks })
    expect(await read(bytes)).toEqual(expected)
    expect(await read(bytes, { order: 'file', reuse: true })).toEqual(expected)
  })

  it('comes in order of time when that is asked for', async () => {
    const bytes = await written(testFrames(40_000, true), testBuses, false)
    const stream = await mf4.readFrames(memorySource(bytes), { order: 'time' })
    let last = -Infinity
    let count = 0
    for await (const block of stream.blocks)
      for (let row = 0; row < block.count; row++, count++) {
        expect(block.timeNs[row]).toBeGreaterThanOrEqual(last)
        last = block.timeNs[row] ?? NaN
      }
    expect(count).toBe(40_000)
  })

  it('takes buses that come later, and counts what it cannot keep', async () => {
    const buses: Bus[] = [{ kind: 'CAN', channel: 1, name: 'a' }]
    const sink = new MemorySink()
    const writer = mf4FrameFormat().open(sink)
    await writer.begin(testStart, buses)
    await writer.write(oneFrame(0, 1e9))
    buses.push({ kind: 'LIN', channel: 300, name: 'b' }, { kind: 'FlexRay', channel: 1, name: 'c' })
    await writer.write(oneFrame(1, 2e9))
    await writer.write(oneFrame(2, 3e9))
    await writer.write(oneFrame(0, -1))
    expect(await writer.finish()).toEqual(
      new Map([
        ['FlexRay frames', 1],
        ['frames without a time after the beginning of the recording', 1],
      ]),
    )
    expect(await read(sink.bytes().slice())).toEqual([
      { timeNs: 1e9, channel: 1, id: 5, flags: 0, data: '07' },
      { timeNs: 2e9, channel: 300, id: 5, flags: 0, data: '07' },
    ])
  })
})

async function written(blocks: readonly FrameBlock[], buses: readonly Bus[], compress: boolean): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = mf4FrameFormat({ compress }).open(sink)
  await writer.begin(testStart, buses)
  for (const block of blocks) await writer.write(block)
  expect((await writer.finish()).size).toBe(0)
  return sink.bytes().slice()
}

function oneFrame(bus: number, timeNs: number): FrameBlock {
  return {
    count: 1,
    timeNs: Float64Array.of(timeNs),
    bus: Uint16Array.of(bus),
    id: Uint32Array.of(5),
    flags: Uint8Array.of(0),
    length: Uint16Array.of(1),
    dataStart: Uint32Array.of(0),
    data: Uint8Array.of(7),
  }
}

function bytesPart(name: string, byteOffset: number, byteLength: number): ReturnType<typeof part> {
  return { ...part(name, byteOffset, byteLength * 8), dataType: 10 }
}

async function oneChannel(file: CraftedFile): Promise<number> {
  return writeChannels(file.blocks, [secondsMaster])
}

/** A group of 13-byte records whose times are those of `master` (MDF 4.2: flag 8 and a seventh link). */
async function remoteMasterGroup(file: CraftedFile, parts: ReturnType<typeof part>[], master: number): Promise<number> {
  const composition = await writeChannels(file.blocks, parts)
  const event = { name: 'CAN_DataFrame', type: 0, dataType: 10, byteOffset: 0, bitCount: 104, composition }
  const channel = await writeChannels(file.blocks, [event])
  const data = record(['u64', 0], ['u64', 2], ['u16', 0x8], ['u16', 0], ['u32', 0], ['u32', 13], ['u32', 0])
  return file.blocks.block('CG', [0, channel, 0, 0, 0, 0, master], data)
}
