import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemorySink } from '../byte-sink.ts'
import { identity, type SampleBlock, type SignalGroup } from '../signals.ts'
import { cell, csvTable } from './csv.ts'
import { gridOf, gridRows, gridTimeNs, recordedRows, type Rows } from './rows.ts'
import { columnsOf, everything, memoryTable, type SignalTable } from './signal-table.ts'

const origin = { epochMs: Date.UTC(2026, 9, 1, 6, 0, 0), nanos: 250 }
const signal = (name: string, unit = '') => ({ name, unit, conversion: identity })

/** A group of one signal with a sample for each [time, value]; null is a row without a value. */
function samples(group: number, rows: readonly (readonly [number, number | null])[]): SampleBlock {
  return {
    group,
    count: rows.length,
    timeNs: Float64Array.from(rows, ([time]) => time),
    raw: [Float64Array.from(rows, ([, value]) => value ?? 0)],
    valid: [rows.some(([, value]) => value === null) ? Uint8Array.from(rows, ([, value]) => (value === null ? 0 : 1)) : null],
  }
}

function tableOf(...groups: (readonly (readonly [number, number | null])[])[]): SignalTable {
  const described: SignalGroup[] = groups.map((_, i) => ({ name: `Group ${i}`, from: null, signals: [signal(`S${i}`)] }))
  return memoryTable(
    origin,
    described,
    groups.map((rows, i) => samples(i, rows)),
  )
}

async function plain({ blocks }: Rows): Promise<[number, ...(number | null)[]][]> {
  const rows: [number, ...(number | null)[]][] = []
  for await (const { count, timeNs, values, present } of blocks)
    for (let row = 0; row < count; row++)
      rows.push([timeNs[row] ?? NaN, ...values.map((column, i) => (present[i]?.[row] ? (column[row] ?? NaN) : null))])
  return rows
}

describe('rows as recorded', () => {
  it('puts the samples of one moment into one row, and leaves cells without a sample empty', async () => {
    const table = tableOf(
      [
        [0, 1],
        [20, 2],
      ],
      [
        [10, 5],
        [20, null],
        [30, 7],
      ],
    )
    expect(await plain(recordedRows(table, everything))).toEqual([
      [0, 1, null],
      [10, null, 5],
      [20, 2, null],
      [30, null, 7],
    ])
  })

  it('keeps two samples of one signal at the same moment', async () => {
    expect(
      await plain(
        recordedRows(
          tableOf(
            [
              [5, 1],
              [5, 2],
            ],
            [[5, 9]],
          ),
          everything,
        ),
      ),
    ).toEqual([
      [5, 1, 9],
      [5, 2, null],
    ])
  })

  it('takes the range with its begin and without its end, and only the wanted signals', async () => {
    const table = tableOf(
      [
        [0, 1],
        [10, 2],
        [20, 3],
      ],
      [[10, 4]],
    )
    const selection = { fromNs: 10, toNs: 20, wants: ({ name }: { name: string }) => name === 'S0' }
    expect(await plain(recordedRows(table, selection))).toEqual([[10, 2]])
  })

  it('has no row for a moment without any value', async () => {
    expect(
      await plain(
        recordedRows(
          tableOf([
            [0, 1],
            [5, null],
            [9, 2],
          ]),
          everything,
        ),
      ),
    ).toEqual([
      [0, 1],
      [9, 2],
    ])
  })
})

describe('rows on a raster', () => {
  it('holds the last value, from the first sample to the row at or after the last', async () => {
    const table = tableOf(
      [
        [0, 1],
        [1.5e9, 2],
      ],
      [[1e9, 7]],
    )
    const grid = gridOf(table, everything, 1)
    expect(await plain(gridRows(table, everything, grid))).toEqual([
      [0, 1, null],
      [1e9, 1, 7],
      [2e9, 2, 7],
    ])
  })

  it('equals a search for the last sample, whatever the samples and the rate', async () => {
    const track = fc.array(fc.tuple(fc.integer({ min: 0, max: 5e9 }), fc.option(fc.integer())), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(track, track, fc.integer({ min: 1, max: 1000 }), async (first, second, hertz) => {
        const tracks = [first, second].map((rows) => rows.toSorted(([a], [b]) => a - b))
        const table = tableOf(...tracks)
        const grid = gridOf(table, everything, hertz)
        const expected = Array.from({ length: grid.count }, (_, row) => {
          const time = gridTimeNs(grid, row)
          return [time, ...tracks.map((rows) => rows.findLast(([at, value]) => at <= time && value !== null)?.[1] ?? null)]
        })
        expect(await plain(gridRows(table, everything, grid))).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it('ends before the end of the selection, which is not in it', () => {
    const table = tableOf([
      [0, 1],
      [9e8, 2],
      [4e9, 3],
    ])
    const times = (toNs: number, hertz: number) => {
      const grid = gridOf(table, { fromNs: 0, toNs }, hertz)
      return Array.from({ length: grid.count }, (_, row) => gridTimeNs(grid, row))
    }
    expect(times(2e9, 1)).toEqual([0, 1e9])
    expect(times(2.5e9, 1)).toEqual([0, 1e9, 2e9])
    expect(times(0, 1)).toEqual([])
    expect(times(Infinity, 1)).toHaveLength(5)
  })

  it('refuses a rate that is not possible, and more rows than anybody wants', () => {
    expect(() => gridOf(tableOf([[0, 1]]), everything, 0)).toThrow(/0 Hz/)
    expect(() =>
      gridOf(
        tableOf([
          [0, 1],
          [1e18, 1],
        ]),
        everything,
        1000,
      ),
    ).toThrow(/lower rate/)
    expect(gridOf(tableOf([]), everything, 10).count).toBe(0)
  })
})

describe('columns', () => {
  it('tells signals of one name apart by their message', () => {
    const groups = ['A', 'B', 'B'].map((name) => ({ name, from: null, signals: [signal('Speed')] }))
    expect(columnsOf(memoryTable(origin, groups, []), everything).map(({ name }) => name)).toEqual([
      'A.Speed',
      'B.Speed',
      'B.Speed (2)',
    ])
  })
})

describe('CSV', () => {
  it('gives seconds, the UTC moment, names of values, texts, and quoted titles', async () => {
    const groups: SignalGroup[] = [
      {
        name: 'Drive',
        from: null,
        signals: [
          { name: 'Speed, wheel', unit: 'km/h', conversion: { kind: 'linear', factor: 0.5, offset: 1 } },
          { name: 'Gear', unit: '', conversion: identity, names: new Map([[1, 'First']]) },
          { name: 'Note', unit: '', conversion: { kind: 'text', texts: ['=1+1', 'so "it" is'] } },
        ],
      },
    ]
    const block: SampleBlock = {
      group: 0,
      count: 2,
      timeNs: Float64Array.of(0, 1_500_000_001),
      raw: [Uint8Array.of(3, 4), Uint8Array.of(1, 2), Uint8Array.of(0, 1)],
      valid: [null, null, null],
    }
    const sink = new MemorySink()
    await csvTable.write(memoryTable(origin, groups, [block]), { selection: everything, hertz: null }, sink)
    expect(new TextDecoder().decode(sink.bytes()).split('\r\n')).toEqual([
      'Time [s],UTC,"Speed, wheel [km/h]",Gear,Note',
      "0.000000000,2026-10-01T06:00:00.000000250Z,2.5,First,'=1+1",
      '1.500000001,2026-10-01T06:00:01.500000251Z,3,2,"so ""it"" is"',
      '',
    ])
  })

  it.each(['=A1', '+1', '-1', '@x', '\tx'])('neutralises a text that a spreadsheet would run: %j', (text) => {
    expect(cell(text)).toBe(`'${text}`)
  })
})
