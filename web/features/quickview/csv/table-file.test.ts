import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { RowFile } from '../lines/row-file.ts'
import { dialectOf } from './dialect.ts'
import { Envelope } from './envelope.ts'
import { PassingRows } from './passing-rows.ts'
import { fieldTest } from './row-filter.ts'
import { TableFile } from './table-file.ts'

const lines = ['t,speed,gear', ...Array.from({ length: 5000 }, (_, i) => `${i / 10},${(i * 7) % 300},${['P', 'D'][i % 2]}`)]

async function table(): Promise<TableFile> {
  const source = memorySource(new TextEncoder().encode(`${lines.join('\n')}\n`))
  const file = new RowFile(source, { encoding: 'utf-8', markBytes: 0, lineEnd: 10 }, { quote: 0x22, delimiter: 0x2c })
  const made = new TableFile(file, dialectOf(lines.slice(0, 100)), () => {})
  await file.index(() => {})
  return made
}

test('the header is no row, and rows have their numbers', async () => {
  const file = await table()
  expect(file.allRows).toBe(5000)
  expect(await file.rows(4999, 5)).toEqual([{ number: 4999, fields: ['499.9', '193', 'D'] }])
})

test('filters leave the rows that pass all of them, with the numbers they have in the file', async () => {
  const file = await table()
  await file.filter([
    { column: 1, text: '>= 290' },
    { column: 2, text: 'p' },
  ])
  const wanted = lines.slice(1).flatMap((line, number) => {
    const [, speed = '', gear] = line.split(',')
    return Number(speed) >= 290 && gear === 'P' ? [number] : []
  })
  expect(file.rowCount).toBe(wanted.length)
  expect((await file.rows(0, 10_000)).map(({ number }) => number)).toEqual(wanted)
  await file.filter([])
  expect(file.rowCount).toBe(5000)
})

test('a text is found in the rows that are shown, from a row on', async () => {
  const file = await table()
  expect(await file.find('123.4', 0)).toEqual({ row: 1234, column: 0 })
  expect(await file.find('123.4', 1235)).toEqual({ row: null })
  await file.filter([{ column: 2, text: 'D' }])
  expect(await file.find('123.5', 0)).toEqual({ row: 617, column: 0 })
  expect(await file.find('123.4', 0)).toEqual({ row: null })
})

test('curves are of the rows that pass', async () => {
  const file = await table()
  await file.filter([{ column: 0, text: '10..20' }])
  const { x, low } = await file.curves(0, [1])
  expect([x[0], x.at(-1), x.length]).toEqual([10, 20, 101])
  expect(low[0]?.[0]).toBe(100)
})

test('any number of rows becomes few buckets that keep every peak', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 9000 })
  fc.assert(
    fc.property(values, (given) => {
      const envelope = new Envelope(1)
      for (const [i, value] of given.entries()) envelope.add(i, [value])
      const { x, low, high, rowsPerBucket } = envelope.curves()
      expect(x.length).toBeLessThanOrEqual(4000)
      for (const [i, start] of x.entries()) {
        const inside = given.slice(start, start + rowsPerBucket)
        expect([low[0]?.[i], high[0]?.[i]]).toEqual([Math.min(...inside), Math.max(...inside)])
      }
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['> 5', '6', true],
  ['> 5', '5', false],
  ['<=5', '5', true],
  ['= ok', 'ok', true],
  ['=1', '1.0', true],
  ['!= ok', 'bad', true],
  ['OK', 'not ok at all', true],
  ['1..3', '2', true],
  ['1..3', '3.1', false],
  ['> 2026-01-01', '2026-02-01', true],
  ['> 5', 'text', false],
])('the filter %s of %s: %s', (filter, field, passes) => expect(fieldTest(filter, '.')?.(field)).toBe(passes))

test('an empty filter is none', () => expect(fieldTest('  ', '.')).toBeNull())

test('rows that pass are found by their number', () => {
  const passing = new PassingRows()
  for (let i = 0; i < 3000; i++) passing.add(i * 3)
  expect([...passing.part(2998, 10)]).toEqual([8994, 8997])
  expect([passing.placeOf(9), passing.placeOf(10), passing.placeOf(99_999)]).toEqual([3, 4, 3000])
})
