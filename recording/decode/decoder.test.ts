import { describe, expect, it } from 'vitest'
import { frameFlag } from '../frames.ts'
import { identity } from '../signals.ts'
import { FrameDecoder } from './decoder.ts'
import { physicalColumns, physicalOf } from './physical.ts'
import { buses, catalog, decoded, frames, message, signal } from './testing/small-catalog.ts'

describe('raw values', () => {
  it('are put together from both byte orders, signed and not', () => {
    const test = message(1, [
      signal('little', 4, 12),
      signal('big', 23, 16, { byteOrder: 'big' }),
      signal('negative', 32, 5, { signed: true }),
      signal('bit', 63, 1),
    ])
    expect(decoded(catalog(test), [{ id: 1, data: [0x50, 0x12, 0x12, 0x34, 0x1e, 0, 0, 0x80] }])).toEqual({
      M1: { little: [[0, 0x125]], big: [[0, 0x1234]], negative: [[0, -2]], bit: [[0, 1]] },
    })
  })

  it('are kept in the smallest array that holds them', () => {
    const test = message(1, [
      signal('a', 0, 8),
      signal('b', 0, 9, { signed: true }),
      signal('c', 0, 32),
      signal('d', 0, 33),
      signal('e', 0, 16, { float: true }),
    ])
    const decoder = new FrameDecoder([{ catalog: catalog(test) }], buses)
    const [block] = decoder.decode(frames([{ id: 1, data: [255, 255, 255, 255, 1, 0, 0, 0] }]))
    expect(block?.raw.map((column) => [column.constructor.name, column[0]])).toEqual([
      ['Uint8Array', 255],
      ['Int16Array', -1],
      ['Uint32Array', 0xffff_ffff],
      ['Float64Array', 0x1_ffff_ffff],
      ['Float32Array', NaN],
    ])
  })

  it('say when an integer is beyond a double', () => {
    const test = message(1, [signal('unsigned', 0, 64), signal('signed', 0, 64, { signed: true })])
    const rounded = (data: number[]) => {
      const decoder = new FrameDecoder([{ catalog: catalog(test) }], buses)
      const [block] = decoder.decode(frames([{ id: 1, data }]))
      return [block?.raw.map((column) => column[0]), block?.rounded]
    }
    expect(rounded([1, 0, 0, 0, 0, 0, 0, 0x80])).toEqual([
      [2 ** 63, -(2 ** 63)],
      [true, true],
    ])
    expect(rounded([0, 0, 0, 0, 0, 0, 0, 0x80])).toEqual([[2 ** 63, -(2 ** 63)], undefined])
    // Minus one is exact although its unsigned reading is not.
    expect(rounded([255, 255, 255, 255, 255, 255, 255, 255])).toEqual([
      [2 ** 64, -1],
      [true, false],
    ])
  })

  it('of frames that are too short are marked, and the row stays', () => {
    const test = message(1, [signal('first', 0, 8), signal('last', 56, 8)])
    const list = [
      { id: 1, data: [1, 2, 3] },
      { id: 1, data: [4, 0, 0, 0, 0, 0, 0, 9, 77] },
      { id: 1, data: [] },
    ]
    expect(decoded(catalog(test), list)).toEqual({
      M1: {
        first: [
          [0, 1],
          [1, 4],
          [2, null],
        ],
        last: [
          [0, null],
          [1, 9],
          [2, null],
        ],
      },
    })
  })

  it('become physical by factor and offset, whatever array they are in', () => {
    const conversion = { kind: 'linear', factor: 0.5, offset: -40 } as const
    for (const raw of [Int8Array.of(2, -2), Int16Array.of(2, -2), Float32Array.of(2, -2), Float64Array.of(2, -2)])
      expect([...physicalOf(raw, conversion)]).toEqual([-39, -41])
    const block = { group: 0, count: 2, timeNs: Float64Array.of(0, 1), valid: [null, null] }
    const signals = [
      { name: 'a', unit: '', conversion },
      { name: 'b', unit: '', conversion: identity },
    ]
    const raw = [Uint8Array.of(4, 5), Int16Array.of(-1, -2)]
    expect([...physicalColumns({ ...block, raw }, signals)]).toEqual([-38, -37.5, -1, -2])
    expect([...physicalOf(Uint8Array.of(1, 0), { kind: 'text', texts: ['a', 'b'] })]).toEqual([1, 0])
  })
})

describe('frames', () => {
  it('are told apart by bus, length of identifier and kind', () => {
    const standard = message(5, [signal('s', 0, 8)], { name: 'Standard' })
    const extended = message(5, [signal('x', 0, 8)], { name: 'Extended', extended: true })
    const lin = message(5, [signal('l', 0, 8)], { name: 'Lin', bus: 'LIN' })
    const list = [
      { id: 5, data: [1] },
      { id: 5, flags: frameFlag.extended, data: [2] },
      { id: 5, bus: 2, data: [3] },
      { id: 5, flags: frameFlag.remote, data: [4] },
      { id: 5, flags: frameFlag.error, data: [5] },
      { id: 6, data: [6] },
    ]
    expect(decoded(catalog(standard, extended, lin), list)).toEqual({
      Standard: { s: [[0, 1]] },
      Extended: { x: [[1, 2]] },
      Lin: { l: [[2, 3]] },
    })
  })

  it('keep their order and their groups from block to block', () => {
    const decoder = new FrameDecoder(
      [{ catalog: catalog(message(1, [signal('a', 0, 8)]), message(2, [signal('b', 0, 8)])) }],
      buses,
    )
    const data = [0]
    decoder.decode(frames([{ id: 2, data }]))
    const blocks = decoder.decode(
      frames([
        { id: 1, data },
        { id: 2, bus: 1, data },
        { id: 2, data },
        { id: 1, data },
      ]),
    )
    expect(decoder.groups.map(({ name, from }) => [name, from?.bus])).toEqual([
      ['M2', 0],
      ['M1', 0],
      ['M2', 1],
    ])
    expect(blocks.map(({ group, timeNs }) => [group, [...timeNs]])).toEqual([
      [0, [2]],
      [1, [0, 3]],
      [2, [1]],
    ])
  })

  it('of J1939 have a group for each sender and receiver, whatever the priority', () => {
    const flags = frameFlag.extended
    const speed = message(0x0cf0_0400, [signal('speed', 0, 8)], { name: 'EEC1', extended: true, j1939: true })
    const control = message(0x0c00_0003, [signal('mode', 0, 8)], { name: 'TSC1', extended: true, j1939: true })
    const list = [
      { id: 0x0cf0_0400, flags, data: [1] },
      { id: 0x18f0_0400, flags, data: [2] },
      { id: 0x0cf0_0421, flags, data: [3] },
      { id: 0x0c00_0b2a, flags, data: [4] },
    ]
    expect(decoded(catalog(speed, control), list)).toEqual({
      'EEC1 SA 0x00': {
        speed: [
          [0, 1],
          [1, 2],
        ],
      },
      'EEC1 SA 0x21': { speed: [[2, 3]] },
      'TSC1 SA 0x2A DA 0x0B': { mode: [[3, 4]] },
    })
  })

  it('that are parts of a long message are not the message; put together, they are no short one', () => {
    const long = message(1, [signal('a', 0, 8)], { length: 20 })
    const short = message(2, [signal('b', 0, 8)])
    const longFd = message(3, [signal('c', 0, 8)], { length: 20, fd: true })
    const list = [0, frameFlag.fd, frameFlag.reassembled, frameFlag.fd | frameFlag.bitRateSwitch, 0].flatMap((flags, i) =>
      [1, 2, 3].map((id) => ({ id, flags, data: [10 * id + i] })),
    )
    const found = decoded(catalog(long, short, longFd), list)
    const values = (rows: readonly (readonly unknown[])[] | undefined) => rows?.map(([, value]) => value)
    expect(values(found.M1?.a)).toEqual([11, 12, 13])
    expect(values(found.M2?.b)).toEqual([20, 21, 23, 24])
    expect(values(found.M3?.c)).toEqual([30, 31, 33, 34])
  })

  it('with more identifiers than the table keeps are still decoded', () => {
    const test = message(0x7ff, [signal('a', 0, 8)], { extended: true })
    const decoder = new FrameDecoder([{ catalog: catalog(test) }], buses)
    for (let first = 0x1000; first < 0x12000; first += 0x4000)
      decoder.decode(frames(Array.from({ length: 0x4000 }, (_, i) => ({ id: first + i, flags: frameFlag.extended, data: [] }))))
    const [block] = decoder.decode(frames([{ id: 0x7ff, flags: frameFlag.extended, data: [7] }]))
    expect(block?.raw[0]?.[0]).toBe(7)
  })
})

describe('multiplexed signals', () => {
  const test = message(1, [
    signal('Mode', 0, 4, { multiplexer: true }),
    signal('Always', 4, 4),
    signal('One', 8, 8, { multiplexed: { by: 'Mode', ranges: [[1, 1]] } }),
    signal('Two', 8, 8, { multiplexer: true, multiplexed: { by: 'Mode', ranges: [[2, 2]] } }),
    signal('Some', 16, 8, {
      multiplexed: {
        by: 'Mode',
        ranges: [
          [1, 1],
          [3, 5],
        ],
      },
    }),
    signal('Inner', 16, 8, { multiplexed: { by: 'Two', ranges: [[7, 9]] } }),
  ])

  it('have a group for each condition, nested ones too', () => {
    const list = [
      { id: 1, data: [0x31, 10, 20] },
      { id: 1, data: [0x02, 7, 21] },
      { id: 1, data: [0x04, 12, 22] },
      { id: 1, data: [0x02, 6, 23] },
      { id: 1, data: [0x01] },
      { id: 1, data: [] },
    ]
    expect(decoded(catalog(test), list)).toEqual({
      M1: {
        Mode: [
          [0, 1],
          [1, 2],
          [2, 4],
          [3, 2],
          [4, 1],
          [5, null],
        ],
        Always: [
          [0, 3],
          [1, 0],
          [2, 0],
          [3, 0],
          [4, 0],
          [5, null],
        ],
      },
      'M1 [Mode=1]': {
        One: [
          [0, 10],
          [4, null],
        ],
      },
      'M1 [Mode=2]': {
        Two: [
          [1, 7],
          [3, 6],
        ],
      },
      'M1 [Mode=2 Two=7-9]': { Inner: [[1, 21]] },
      'M1 [Mode=1,3-5]': {
        Some: [
          [0, 20],
          [2, 22],
          [4, null],
        ],
      },
    })
  })

  it('whose multiplexer is unknown, or hangs on itself, are always there', () => {
    const odd = message(1, [
      signal('Lost', 0, 8, { multiplexed: { by: 'Nobody', ranges: [[1, 1]] } }),
      signal('A', 0, 8, { multiplexer: true, multiplexed: { by: 'B', ranges: [[1, 1]] } }),
      signal('B', 8, 8, { multiplexer: true, multiplexed: { by: 'A', ranges: [[1, 1]] } }),
    ])
    expect(Object.keys(decoded(catalog(odd), [{ id: 1, data: [5, 6] }])['M1'] ?? {})).toEqual(['Lost', 'A', 'B'])
  })
})
