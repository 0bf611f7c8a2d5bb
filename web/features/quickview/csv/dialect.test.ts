import { expect, test } from 'vitest'
import { dialectOf } from './dialect.ts'
import { splitRow } from './split-row.ts'
import { numberOf, timeOf } from './values.ts'

const names = ({ columns }: ReturnType<typeof dialectOf>) => columns.map(({ name, type }) => `${name}: ${type}`)

test('a German table: semicolons, decimal commas, notes above it', () => {
  const dialect = dialectOf(['# Prüfstand', '', 'Zeit;Tempo;Gang', '0,01;60,5;P', '0,02;61,25;D'])
  expect(dialect).toMatchObject({ delimiter: ';', decimal: ',', preamble: 2, hasHeader: true })
  expect(names(dialect)).toEqual(['Zeit: number', 'Tempo: number', 'Gang: text'])
})

test('commas within quotes separate nothing', () => {
  const dialect = dialectOf(['name,value', '"a, b",1', '"c, d, e",2'])
  expect([dialect.delimiter, names(dialect)]).toEqual([',', ['name: text', 'value: number']])
})

test('tabs and bars, and a table without a header', () => {
  expect(dialectOf(['1\t2', '3\t4'])).toMatchObject({ delimiter: '\t', hasHeader: false })
  expect(names(dialectOf(['1|2', '3|4']))).toEqual(['Column 1: number', 'Column 2: number'])
})

test('dates and times of day are told from numbers', () => {
  const rows = ['t,d,n', '06:07:12.5,2026-11-04 06:07:12,1', '06:07:13.5,2026-11-04T06:07:13Z,2']
  expect(names(dialectOf(rows))).toEqual(['t: time', 'd: time', 'n: number'])
})

test('one column is a table too', () => expect(names(dialectOf(['speed', '1', '2']))).toEqual(['speed: number']))

test.each([
  ['a,b,c', ['a', 'b', 'c']],
  ['"a,b",c', ['a,b', 'c']],
  ['"say ""hi""",x', ['say "hi"', 'x']],
  ['a,"b', ['a', 'b']],
  ['a,"b"c,d', ['a', 'bc', 'd']],
  ['', ['']],
  [',', ['', '']],
])('%s has the fields %o', (row, fields) => expect(splitRow(row, ',')).toEqual(fields))

test.each([
  ['1.5', '.', 1.5],
  ['-1,5e3', ',', -1500],
  ['1,5', '.', null],
  ['', '.', null],
  ['0x10', '.', null],
  ['NaN', '.', NaN],
] as const)('%s with a decimal %s is %d', (field, decimal, number) => expect(numberOf(field, decimal)).toEqual(number))

test.each([
  ['1970-01-02', 86_400],
  ['1970-01-01T01:00:00+01:00', 0],
  ['02.01.1970 00:00:01', 86_401],
  ['1970/01/01 00:00:00.25', 0.25],
  ['01:02:03.5', 3723.5],
  ['12', null],
])('%s is the time %d', (field, seconds) => expect(timeOf(field)).toBe(seconds))
