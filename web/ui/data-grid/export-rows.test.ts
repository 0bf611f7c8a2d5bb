import fc from 'fast-check'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { GridColumn } from './column.ts'
import { csvOf, exportName, neutral, sheetOf } from './export-rows.ts'

interface Row {
  name: string
  size: number | null
  at: Date
}

const columns: Array<GridColumn<Row>> = [
  { id: 'name', title: 'Name', width: 100, value: ({ name }) => name },
  { id: 'size', title: '=Size', width: 100, value: ({ size }) => size },
  { id: 'at', title: 'At', width: 100, value: ({ at }) => at, text: ({ at }) => `at ${at.getUTCFullYear()}` },
  { id: 'view', title: 'View', width: 100, value: () => null, exported: false },
]
const row = (name: string, size: number | null = 1): Row => ({ name, size, at: new Date(Date.UTC(2026, 0, 1)) })

test('exports are named Datagrid', () => expect(exportName).toBe('Datagrid'))

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1+1', '＝1+1'])(
  '%j is made text in csv and xlsx',
  (dangerous) => {
    expect(neutral(dangerous)).toBe(`'${dangerous}`)
    const cell = csvOf(columns, [row(dangerous)])
      .split('\r\n')
      .slice(1)
      .join('\r\n')
    expect(cell.replace(/^"/, '').startsWith(`'${dangerous}`)).toBe(true)
    expect(sheetOf(columns, [row(dangerous)])[0]?.[0]).toEqual({ type: String, value: `'${dangerous}` })
  },
)

test('no text of a cell begins a formula, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.constantFrom('=', '+', '-', '@', '\t', '\r').chain((sign) => fc.string().map((rest) => sign + rest)),
      ),
      (text) => {
        expect(neutral(text)).not.toMatch(/^[=+\-@\t\r]/)
      },
    ),
  )
})

test('csv quotes what needs it, keeps numbers, and leaves out what is not exported', () => {
  const text = csvOf(columns, [row('a,"b"\nc', -5), row('plain', null)])
  expect(text).toBe('\uFEFFName,\'=Size,At\r\n"a,""b""\nc",-5,at 2026\r\nplain,,at 2026\r\n')
})

test('a sheet keeps numbers as numbers and shows words where a column has them', () => {
  expect(sheetOf(columns, [row('x', 7), row('', null)])).toEqual([
    [
      { type: String, value: 'x' },
      { type: Number, value: 7 },
      { type: String, value: 'at 2026' },
    ],
    [null, null, { type: String, value: 'at 2026' }],
  ])
})

test('what writes xlsx takes our sheets', async () => {
  const blob = await writeXlsxFile(sheetOf(columns, [row('=1'), row('x', null)]), {}).toBuffer()
  expect(blob.subarray(0, 2).toString()).toBe('PK')
})
