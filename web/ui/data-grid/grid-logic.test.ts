import { expect, test } from 'vitest'
import { compareValues, defaultSort, wordsOf } from './column.ts'
import { passes } from './filter.ts'
import { placeAfter } from './keyboard.ts'
import { linesOf } from './lines.ts'
import { pageCountOf, typedPage } from './page-number.ts'

const column = (id: string, more = {}) => ({ id, title: id, width: 1, value: () => null, ...more })

test('a grid begins with the newest: created_at, else updated_at', () => {
  expect(defaultSort([column('name'), column('updated_at'), column('created_at')])).toEqual({
    column: 'created_at',
    descending: true,
  })
  expect(defaultSort([column('name'), column('updated_at')])).toEqual({ column: 'updated_at', descending: true })
  expect(defaultSort([column('name'), column('created_at', { sortable: false })])).toBeNull()
})

test('values are compared by their kind; numbers within words count', () => {
  expect(['ColdStart_10', 'coldstart_9', 'Abs'].toSorted(compareValues)).toEqual(['Abs', 'coldstart_9', 'ColdStart_10'])
  expect([10, 9, -1].toSorted(compareValues)).toEqual([-1, 9, 10])
  expect(compareValues(new Date(1), new Date(2))).toBeLessThan(0)
  expect(wordsOf(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
})

test('filters look for a part of the words, and compare numbers', () => {
  expect(passes('ColdStart', 'ColdStart', ' cold ')).toBe(true)
  expect(passes('ColdStart', 'ColdStart', 'warm')).toBe(false)
  expect([3, 5, 7].filter((value) => passes(value, String(value), '>= 5'))).toEqual([5, 7])
  expect([3, 5, 7].filter((value) => passes(value, String(value), '3 .. 5'))).toEqual([3, 5])
  expect([3, 5, 53].filter((value) => passes(value, String(value), '3'))).toEqual([3, 53])
  expect(passes(null, '', '> 1')).toBe(false)
})

test('rows of a group stand together, groups in the order of their first row', () => {
  const rows = [
    { id: 1, group: 'b' },
    { id: 2, group: 'a' },
    { id: 3, group: 'b' },
  ]
  const told = (closed: string[]) =>
    linesOf(rows, ({ id }) => String(id), { of: ({ group }) => group, closed: new Set(closed) }).map((line) =>
      line.kind === 'group' ? `${line.group} ${line.rows.length}` : line.key,
    )
  expect(told([])).toEqual(['b 2', '1', '3', 'a 1', '2'])
  expect(told(['b'])).toEqual(['b 2', 'a 1', '2'])
  expect(linesOf(rows, ({ id }) => String(id)).map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('keys walk the cells and stop at the edges', () => {
  const extent = { lines: 100, columns: 4, page: 15 }
  const from = (key: string, line: number, at: number, control = false) => placeAfter(key, control, { line, column: at }, extent)
  expect(from('ArrowDown', 5, 1)).toEqual({ line: 6, column: 1 })
  expect(from('ArrowUp', 0, 1)).toEqual({ line: -1, column: 1 })
  expect(from('ArrowUp', -1, 1)).toEqual({ line: -1, column: 1 })
  expect(from('ArrowRight', 5, 3)).toEqual({ line: 5, column: 3 })
  expect(from('Home', 5, 3)).toEqual({ line: 5, column: 0 })
  expect(from('End', 5, 0)).toEqual({ line: 5, column: 3 })
  expect(from('Home', 5, 3, true)).toEqual({ line: 0, column: 0 })
  expect(from('End', 5, 0, true)).toEqual({ line: 99, column: 3 })
  expect(from('PageDown', 95, 0)).toEqual({ line: 99, column: 0 })
  expect(from('PageUp', 5, 0)).toEqual({ line: 0, column: 0 })
  expect(from('a', 5, 0)).toBeUndefined()
})

test('the page box takes a whole number from 1 to the last page that differs from the current one', () => {
  const at = { page: 3, pages: 26 }
  expect(['1', ' 26 ', '4'].map((text) => typedPage(text, at))).toEqual([1, 26, 4])
  for (const text of ['3', '0', '27', '-1', '2.5', '2e1', '', 'two', '+4']) expect(typedPage(text, at)).toBeNull()
})

test('an empty list has one page', () => {
  expect([pageCountOf(0, 50), pageCountOf(50, 50), pageCountOf(51, 50)]).toEqual([1, 1, 2])
})
