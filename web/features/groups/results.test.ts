import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '#web/testing/memory-storage.ts'
import { everything, resultCounts } from './search-state.ts'
import { makeSelectionStore } from './selection-store.ts'
import { shortSize, typeName } from './selection.ts'
import { suggestionRestMs } from '#web/ui/use-debounced.ts'
import { uploadRow } from './testing/rows.ts'

// The session of a tab is made when the columns are loaded; outside a browser it needs a store.
vi.stubGlobal('localStorage', memoryStorage())
const { archiveColumns, sortColumns } = await import('./columns.tsx')
const { GroupHeader } = await import('./group-header.tsx')

const columns = archiveColumns({
  zone: 'Asia/Kolkata',
  grouped: true,
  selection: makeSelectionStore(),
  administrator: false,
  onOpen: () => undefined,
})
const words = (markup: string) => markup.replace(/<[^>]+>/g, '')

test('a group is headed by its id, its collection and its count', () => {
  const rows = [uploadRow(41, ['vsb'], { groupId: 40 }), uploadRow(40, ['vsb'], { groupId: 40 })]
  expect(words(renderToStaticMarkup(createElement(GroupHeader, { rows, zone: 'UTC' })))).toMatch(
    /^Group ID: 40 - ColdStart \(2\)/,
  )
})

test('the results are sorted by start, end, vehicle, name and upload id, and by nothing else', () => {
  const sortable = columns.filter((column) => column.sortable !== false).map(({ title }) => title)
  expect(sortable).toEqual(['Start', 'End', 'Vehicle', 'Name', 'Upload Id'])
  expect(Object.keys(sortColumns)).toEqual(columns.filter((column) => column.sortable !== false).map(({ id }) => id))
  expect({ sort: everything.sort, order: everything.order }).toEqual({ sort: 'uploadId', order: 'desc' })
})

test('times are told in the zone of the user', () => {
  const row = uploadRow(1, ['vsb'])
  expect(['start', 'end'].map((id) => columns.find((column) => column.id === id)?.text?.(row))).toEqual([
    '2026-11-04 11:37:12',
    '2026-11-04 11:46:47',
  ])
})

test('a type is shown in upper case, with its size', () => {
  expect([typeName('mf4'), shortSize(53_084_160), shortSize(2048), shortSize(366)]).toEqual(['MF4', '50.6 MB', '2 KB', '366 B'])
})

test('5, 10, 25 or 50 results, 50 unless another number is chosen', () => {
  expect(resultCounts).toEqual([5, 10, 25, 50])
  expect(everything.max).toBe(50)
})

test('suggestions wait until typing has rested 300 ms', () => expect(suggestionRestMs).toBe(300))
