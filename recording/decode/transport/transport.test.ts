import { describe, expect, it } from 'vitest'
import { FrameBlockBuilder, frameFlag, type Bus } from '../../frames.ts'
import { Reassembler, type Transported } from './reassembler.ts'

const buses: Bus[] = [{ kind: 'CAN', channel: 1, name: 'CAN 1' }]
const ext = frameFlag.extended
type Sent = readonly [id: number, data: readonly number[], timeNs?: number, flags?: number]

function all(transported: Partial<Transported>, frames: readonly Sent[]) {
  const reassembler = new Reassembler(buses, { isoTp: () => false, fastPacket: () => false, ...transported })
  const builder = new FrameBlockBuilder()
  frames.forEach(([id, data, timeNs, flags], i) =>
    builder.add(timeNs ?? i * 1e6, 0, id, flags ?? (id > 0x7ff ? ext : 0), Uint8Array.from(data), 0, data.length),
  )
  const block = reassembler.add(builder.take())
  return Array.from({ length: block?.count ?? 0 }, (_, row) => {
    const start = block?.dataStart[row] ?? 0
    return {
      id: block?.id[row],
      timeNs: block?.timeNs[row],
      flags: block?.flags[row],
      data: [...(block?.data.subarray(start, start + (block.length[row] ?? 0)) ?? [])],
    }
  })
}

const isoTp = { isoTp: () => true }
const bytes = (count: number, from = 1) => Array.from({ length: count }, (_, i) => (from + i) & 0xff)

describe('ISO-TP', () => {
  it('gives a single frame with its length in front, without the padding', () => {
    expect(all(isoTp, [[0x7e8, [3, 0x41, 0x0c, 0x1a, 0xaa, 0xaa, 0xaa, 0xaa]]])).toEqual([
      { id: 0x7e8, timeNs: 0, flags: frameFlag.reassembled, data: [3, 0x41, 0x0c, 0x1a] },
    ])
  })

  it('joins first and consecutive frames at the time of the last', () => {
    const frames: Sent[] = [
      [0x7ec, [0x10, 20, ...bytes(6)]],
      [0x7ec, [0x21, ...bytes(7, 7)]],
      [0x7ec, [0x22, ...bytes(7, 14)]],
    ]
    expect(all(isoTp, frames)).toEqual([{ id: 0x7ec, timeNs: 2e6, flags: frameFlag.reassembled, data: [20, ...bytes(20)] }])
  })

  it('counts on past 15, and interleaves senders', () => {
    const long = bytes(6 + 17 * 7)
    const frames: Sent[] = [[1, [0x10, long.length, ...long.slice(0, 6)]]]
    frames.push([2, [0x10, 10, ...bytes(6)]])
    for (let part = 0; part < 17; part++) frames.push([1, [0x20 | ((part + 1) & 15), ...long.slice(6 + part * 7, 13 + part * 7)]])
    frames.push([2, [0x21, ...bytes(4, 7)]])
    expect(all(isoTp, frames).map(({ id, data }) => [id, data.slice(1)])).toEqual([
      [1, long],
      [2, bytes(10)],
    ])
  })

  it('drops a message with a hole, or a pause too long, and takes the next', () => {
    const first: Sent = [5, [0x10, 10, ...bytes(6)]]
    expect(all(isoTp, [first, [5, [0x22, 7, 8, 9, 10]], [5, [0x21, 7, 8, 9, 10]]])).toEqual([])
    expect(all(isoTp, [first, [5, [0x21, 7, 8, 9, 10], 6e9]])).toEqual([])
    expect(all(isoTp, [first, first, [5, [0x21, 7, 8, 9, 10]]])).toHaveLength(1)
    expect(
      all(isoTp, [
        [5, [0x21, 1, 2, 3]],
        [5, [0x30, 0, 0]],
        [5, [0x0f, 1]],
        [5, [0]],
      ]),
    ).toEqual([])
  })

  it('knows the long forms of CAN FD', () => {
    const payload = bytes(40)
    expect(all(isoTp, [[6, [0, 40, ...payload], 0, frameFlag.fd]]).map(({ data }) => data)).toEqual([[40, ...payload]])
    const long = bytes(5000)
    const frames: Sent[] = [[6, [0x10, 0, 0, 0, 0x13, 0x88, ...long.slice(0, 58)]]]
    for (let at = 58, part = 1; at < long.length; at += 63, part++)
      frames.push([6, [0x20 | (part & 15), ...long.slice(at, at + 63)]])
    expect(all(isoTp, frames)[0]?.data.slice(1)).toEqual(long)
  })
})

describe('J1939 transport protocol', () => {
  const group = 0xfeca
  const announced = (count: number, control = 32) => [
    control,
    count & 0xff,
    count >> 8,
    Math.ceil(count / 7),
    0xff,
    group & 0xff,
    group >> 8,
    0,
  ]

  it('joins a broadcast; the identifier is that of the group and its sender', () => {
    const frames: Sent[] = [
      [0x1cec_ff7d, announced(10)],
      [0x1ceb_ff7d, [1, ...bytes(7)]],
      [0x1ceb_ff7d, [2, 8, 9, 10, 0xff, 0xff, 0xff, 0xff]],
    ]
    expect(all({}, frames)).toEqual([{ id: 0x1cfe_ca7d, timeNs: 2e6, flags: ext | frameFlag.reassembled, data: bytes(10) }])
  })

  it('keeps connections apart by sender and receiver, and hears an abort', () => {
    const open = (pair: number, control = 16): Sent => [0x18ec_0000 | pair, announced(9, control)]
    const packet = (pair: number, number: number): Sent => [0x18eb_0000 | pair, [number, ...bytes(7, number * 7)]]
    const both = [open(0x0102), open(0x0302), packet(0x0102, 1), packet(0x0302, 1), packet(0x0302, 2), packet(0x0102, 2)]
    expect(all({}, both)).toHaveLength(2)
    const aborted = [open(0x0102), packet(0x0102, 1), open(0x0102, 255), packet(0x0102, 2)]
    expect(all({}, aborted)).toEqual([])
    expect(all({}, [open(0x0102), packet(0x0102, 2)])).toEqual([])
  })
})

describe('NMEA 2000 fast packets', () => {
  it('joins frames of one sequence', () => {
    const frames: Sent[] = [
      [0x19f8_05fe, [0x40, 15, ...bytes(6)]],
      [0x19f8_05fe, [0x60, 8, ...bytes(6, 100)]],
      [0x19f8_05fe, [0x41, ...bytes(7, 7)]],
      [0x19f8_05fe, [0x61, 106, 107, 0xff]],
      [0x19f8_05fe, [0x42, 14, 15, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ]
    expect(all({ fastPacket: () => true }, frames).map(({ data }) => data)).toEqual([bytes(8, 100), bytes(15)])
  })
})
