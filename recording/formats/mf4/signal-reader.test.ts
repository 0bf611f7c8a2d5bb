import { describe, expect, it } from 'vitest'
import { BuiltMf4, timeChannel, timedRecords, type BuiltChannel } from '../../testing/built-mf4.ts'
import { seenSignals, type SeenSignal } from '../../testing/read-signals.ts'
import { fields } from './block-writer.ts'

const rows = 4
const ramp = (view: DataView, at: number, row: number): void => view.setUint8(at, row)

/** A file with one group of a byte that counts from 0. */
async function oneByteFile(channels: (built: BuiltMf4) => Promise<readonly BuiltChannel[]>): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const [first = 0] = await built.channels([timeChannel, ...(await channels(built))])
  const group = await built.group({ channels: first, records: rows, dataBytes: 9 })
  await built.dataGroup(group, await built.blocks.block('DT', [], timedRecords(rows, 1, ramp)))
  return built.bytes()
}

async function oneByteSignal(conversion: (built: BuiltMf4) => Promise<number>): Promise<SeenSignal | undefined> {
  const bytes = await oneByteFile(async (built) => [{ name: 's', byteOffset: 8, conversion: await conversion(built) }])
  return (await seenSignals(bytes)).get('s')
}

describe('signals of MDF 4', () => {
  it('keeps raw values of straight lines, with unit, comment and range', async () => {
    const bytes = await oneByteFile(async (built) => [
      {
        name: 's',
        byteOffset: 8,
        unit: 'km/h',
        comment: '<CNcomment><TX>a &lt; b</TX></CNcomment>',
        conversion: await built.conversion(1, [-3, 0.5]),
      },
      { name: 's', byteOffset: 8, bitOffset: 1, bitCount: 1 },
    ])
    const seen = await seenSignals(bytes)
    const signal = seen.get('s')
    expect(signal?.description).toEqual({
      name: 's',
      unit: 'km/h',
      comment: 'a < b',
      conversion: { kind: 'linear', factor: 0.5, offset: -3 },
    })
    expect(signal?.timeNs).toEqual([0, 250_000_000, 500_000_000, 750_000_000])
    expect(signal?.values).toEqual([-3, -2.5, -2, -1.5])
    expect(seen.get('s_1')?.values).toEqual([0, 0, 1, 1])
  })

  it.each<[string, (built: BuiltMf4) => Promise<number>, (number | string)[]]>([
    ['rational', (b) => b.conversion(2, [1, 2, 3, 0, 0, 2]), [1.5, 3, 5.5, 9]],
    ['algebraic', async (b) => b.conversion(3, [], [await b.text('X^2 + 1')]), [1, 2, 5, 10]],
    ['interpolated', (b) => b.conversion(4, [0, 0, 2, 10]), [0, 5, 10, 10]],
    ['table', (b) => b.conversion(5, [0, 7, 2, 9]), [7, 7, 9, 9]],
    ['ranges, upper ends included', (b) => b.conversion(6, [0, 1, 10, 2, 2, 20, -1]), [10, 10, 20, -1]],
    ['texts', async (b) => b.conversion(7, [2, 0], [await b.text('two'), await b.text('zero'), 0]), ['zero', 1, 'two', 3]],
    [
      'texts with a default',
      async (b) => b.conversion(7, [0], [await b.text('zero'), await b.text('?')]),
      ['zero', '?', '?', '?'],
    ],
    [
      'texts on a line',
      async (b) => b.conversion(7, [3], [await b.text('none'), await b.conversion(1, [10, 2])]),
      [10, 12, 14, 'none'],
    ],
    [
      'texts of texts',
      async (b) => b.conversion(7, [1], [await b.conversion(7, [1], [await b.text('in'), 0]), await b.text('out')]),
      ['out', 'in', 'out', 'out'],
    ],
    [
      'ranges of texts',
      async (b) => b.conversion(8, [0, 1, 3, 9], [await b.text('low'), await b.text('high'), 0]),
      ['low', 'low', 2, 'high'],
    ],
    [
      'a curve and texts',
      async (b) => b.conversion(7, [1], [await b.text('one'), await b.conversion(2, [1, 0, 0, 0, 0, 1])]),
      ['0', 'one', '4', '9'],
    ],
  ])('converts: %s', async (_name, conversion, values) => {
    expect((await oneByteSignal(conversion))?.values).toEqual(values)
  })

  it('puts the texts of bit fields together', async () => {
    const signal = await oneByteSignal(async (built) => {
      const door = await built.conversion(7, [0, 1], [await built.text('closed'), await built.text('open'), 0])
      const lit = await built.conversion(7, [2], [await built.text('lit'), await built.text('dark')])
      await built.blocks.link(lit, 0, await built.text('lamp'))
      const bits = await built.conversion(11, [0, 0], [door, lit])
      const masks = fields(['u64', 1], ['u64', 2])
      await built.sink.patch(bits + 24 + 6 * 8 + 24, masks)
      return bits
    })
    expect(signal?.values).toEqual(['closed|lamp=dark', 'open|lamp=dark', 'closed|lamp=lit', 'open|lamp=lit'])
  })

  it('keeps raw values, and says so, where a conversion is not known', async () => {
    const signal = await oneByteSignal((built) => built.conversion(99, []))
    expect(signal?.values).toEqual([0, 1, 2, 3])
    expect(signal?.description.comment).toMatch(/^Raw values\. A conversion of kind 99/)
  })

  it('has no values where a channel lies outside of its record or none is valid', async () => {
    const bytes = await oneByteFile(async () => [
      { name: 'outside', byteOffset: 9 },
      { name: 'invalid', byteOffset: 8, flags: 1 },
      { name: 'index', type: 6 },
    ])
    const seen = await seenSignals(bytes)
    expect(seen.get('outside')?.values).toEqual([null, null, null, null])
    expect(seen.get('invalid')?.values).toEqual([null, null, null, null])
    expect(seen.get('index')?.values).toEqual([0, 1, 2, 3])
  })

  it('counts records where there is no time, and keeps an angle as a signal', async () => {
    const built = await BuiltMf4.begin()
    const [first = 0] = await built.channels([{ ...timeChannel, name: 'angle', syncType: 2 }])
    const group = await built.group({ channels: first, records: 2, dataBytes: 8 })
    await built.dataGroup(
      group,
      await built.blocks.block(
        'DT',
        [],
        timedRecords(2, 0, () => undefined),
      ),
    )
    expect((await seenSignals(built.bytes())).get('angle')).toMatchObject({ timeNs: [0, 1e9], values: [0, 0.25] })
  })

  it('reads arrays row by row and column by column, and the parts of structures', async () => {
    const built = await BuiltMf4.begin()
    const array = async (flags: number): Promise<number> =>
      built.blocks.block(
        'CA',
        [0],
        fields(['u8', 0], ['u8', 0], ['u16', 2], ['u32', flags], ['u32', 1], ['u32', 0], ['u64', 2], ['u64', 3]),
      )
    const [part = 0] = await built.channels([
      { name: 'low', byteOffset: 8 },
      { name: 'both.high', byteOffset: 9 },
    ])
    const [first = 0] = await built.channels([
      timeChannel,
      { name: 'rows', byteOffset: 8, composition: await array(0) },
      { name: 'columns', byteOffset: 8, composition: await array(0x40) },
      { name: 'both', dataType: 10, byteOffset: 8, bitCount: 16, composition: part },
    ])
    const group = await built.group({ channels: first, records: 1, dataBytes: 14 })
    const data = timedRecords(1, 6, (view, at) => [10, 11, 12, 13, 14, 15].forEach((value, i) => view.setUint8(at + i, value)))
    await built.dataGroup(group, await built.blocks.block('DT', [], data))
    const values = Object.fromEntries([...(await seenSignals(built.bytes()))].map(([name, signal]) => [name, signal.values[0]]))
    expect(values).toEqual({
      'rows[0][0]': 10,
      'rows[0][1]': 11,
      'rows[0][2]': 12,
      'rows[1][0]': 13,
      'rows[1][1]': 14,
      'rows[1][2]': 15,
      'columns[0][0]': 10,
      'columns[0][1]': 12,
      'columns[0][2]': 14,
      'columns[1][0]': 11,
      'columns[1][1]': 13,
      'columns[1][2]': 15,
      'both.low': 10,
      'both.high': 11,
    })
  })
})
