import { expect, test } from 'vitest'
import { hexRow } from '../text/hex-row.ts'
import { fitted, zoomedAt } from '../media/zoom.ts'
import { clipboardText, cornersOf, isInside } from './cell-range.ts'
import { columnsInView, edgesOf } from './grid-column.ts'
import { gridCellOf } from '../database/cell-text.ts'
import { databaseFilterOf } from '../database/table-filter.ts'

const columns = Array.from({ length: 400 }, (_, i) => ({ name: `${i}`, hint: '', align: 'end' as const, width: 100 }))

test('of many columns those in view are made', () => {
  const edges = edgesOf(columns)
  expect(edges.at(-1)).toBe(40_000)
  expect(columnsInView(edges, 0, 950)).toEqual([0, 10])
  expect(columnsInView(edges, 250, 100)).toEqual([2, 4])
  expect(columnsInView(edges, 39_990, 500)).toEqual([399, 400])
})

test('cells are copied as spreadsheets take them', () => {
  expect(
    clipboardText([
      ['a', 'b\tc'],
      ['say "x"', ''],
    ]),
  ).toBe('a\t"b\tc"\n"say ""x"""\t')
  const corners = cornersOf({ from: { row: 5, column: 3 }, to: { row: 2, column: 4 } })
  expect([isInside(corners, 3, 3), isInside(corners, 6, 3), isInside(corners, 3, 5)]).toEqual([true, false, false])
})

test('bytes are shown with their place and letters', () =>
  expect(hexRow(16, Uint8Array.of(0x4d, 0x44, 0x46, 0x20, 0, 255))).toBe(`00000010  ${'4d 44 46 20 00 ff'.padEnd(49)} MDF ..`))

test('a picture is fitted, and zooming keeps the point under the pointer', () => {
  const view = fitted({ width: 2000, height: 1000 }, { width: 500, height: 500 })
  expect(view).toEqual({ x: 0, y: 125, scale: 0.25 })
  const nearer = zoomedAt(view, 2, { x: 100, y: 200 })
  expect((100 - nearer.x) / nearer.scale).toBeCloseTo((100 - view.x) / view.scale)
  expect(fitted({ width: 10, height: 10 }, { width: 500, height: 500 }).scale).toBe(1)
})

test('values of a database as cells', () => {
  expect(gridCellOf(null)).toEqual({ text: 'NULL', isQuiet: true })
  expect(gridCellOf({ type: 'blob', text: '0aff', size: 2 }).text).toBe('0a ff')
  expect(gridCellOf({ type: 'blob', text: '0aff', size: 2048 }).text).toBe('0a ff… 2 KB')
  expect(gridCellOf({ type: 'text', text: 'long', size: 2048 }).text).toBe('long…')
  expect(gridCellOf({ type: 'integer', text: '9223372036854775807', size: 8 }).text).toBe('9223372036854775807')
})

test.each([
  ['> 5', { is: '>', value: '5' }],
  ['!= x', { is: '<>', value: 'x' }],
  ['NULL', { is: 'null', value: '' }],
  ['not null', { is: 'not null', value: '' }],
  ['some text', { is: 'contains', value: 'some text' }],
])('a filter of a database: %s', (typed, wanted) => expect(databaseFilterOf('c', typed)).toEqual({ column: 'c', ...wanted }))
