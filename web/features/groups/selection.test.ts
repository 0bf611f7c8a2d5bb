import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UploadRow } from '#contract/archive.ts'
import {
  allChosen,
  choicesOf,
  nothingChosen,
  summaryOf,
  toggleAll,
  toggleType,
  toggleVersion,
  typesOf,
  unselect,
  withRows,
} from './selection.ts'
import { uploadRow } from './testing/rows.ts'

const rows = [uploadRow(1, ['vsb', 'mf4', 'csv']), uploadRow(2, ['vsb', 'mf4']), uploadRow(3, ['vsb'])]
const chosenIds = (selection: { versions: ReadonlyMap<number, unknown> }) =>
  [...selection.versions.keys()].toSorted((a, b) => a - b)
const versionOf = (row: UploadRow | undefined, at: number) => {
  const version = row === undefined ? undefined : choicesOf(row)[at]
  if (version === undefined) throw new Error('no such version')
  return version
}

test('a type toggle chooses all versions of the type and gives them up again', () => {
  const on = toggleType(nothingChosen, 'vsb', rows)
  expect(chosenIds(on)).toEqual([10, 20, 30])
  expect(on.types).toEqual(new Set(['vsb']))
  expect(toggleType(on, 'vsb', rows)).toEqual(nothingChosen)
})

test('giving a version up clears the flag of its type, and no other', () => {
  const on = toggleType(toggleType(nothingChosen, 'vsb', rows), 'mf4', rows)
  const after = toggleVersion(on, versionOf(rows[1], 0))
  expect(after.types).toEqual(new Set(['mf4']))
  expect(chosenIds(after)).toEqual([10, 11, 21, 30])
  // The flag is off, so the next toggle chooses what is missing.
  expect(chosenIds(toggleType(after, 'vsb', rows))).toEqual([10, 11, 20, 21, 30])
})

test('select all takes every version with every flag, and gives all up', () => {
  const on = toggleAll(toggleType(nothingChosen, 'csv', rows), rows)
  expect(on.versions.size).toBe(6)
  expect(allChosen(on, rows)).toBe(true)
  expect(toggleAll(on, rows)).toEqual(nothingChosen)
  expect(allChosen(nothingChosen, [])).toBe(false)
})

test('count and size follow', () => {
  expect(summaryOf(toggleType(nothingChosen, 'mf4', rows))).toEqual({ count: 2, size: 2000 })
})

test('another page keeps what was chosen, and flags only where they are true', () => {
  const on = toggleType(toggleType(nothingChosen, 'vsb', rows), 'csv', rows)
  const next = withRows(on, [uploadRow(4, ['vsb', 'csv']), ...rows])
  expect(chosenIds(next)).toEqual([10, 12, 20, 30])
  expect(next.types).toEqual(new Set())
  expect(withRows(on, rows).types).toEqual(new Set(['vsb', 'csv']))
  expect(withRows(on, []).types).toEqual(new Set())
})

test('types are counted, the most frequent first', () => {
  expect(typesOf(rows)).toEqual([
    { type: 'vsb', count: 3 },
    { type: 'mf4', count: 2 },
    { type: 'csv', count: 1 },
  ])
})

test('a flag is never set while a version of its type is given up, whatever was clicked', () => {
  const step = fc.oneof(
    fc.constant({ do: 'all' } as const),
    fc.record({ do: fc.constant('type' as const), type: fc.constantFrom('vsb', 'mf4', 'csv') }),
    fc.record({ do: fc.constant('version' as const), row: fc.nat(2), at: fc.nat(2) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let selection = nothingChosen
      for (const one of steps) {
        if (one.do === 'all') selection = toggleAll(selection, rows)
        else if (one.do === 'type') selection = toggleType(selection, one.type, rows)
        else {
          const row = rows[one.row]
          const version = row && choicesOf(row)[one.at]
          if (version) selection = toggleVersion(selection, version)
        }
      }
      for (const type of selection.types) {
        const all = rows.flatMap(({ versions }) => versions).filter(({ extension }) => extension === type)
        expect(all.every(({ id }) => selection.versions.has(id))).toBe(true)
      }
    }),
  )
})

test('files that are given up take the flags of their types with them', () => {
  const on = toggleAll(nothingChosen, rows)
  const after = unselect(on, [11, 21])
  expect(chosenIds(after)).toEqual([10, 12, 20, 30])
  expect(after.types).toEqual(new Set(['vsb', 'csv']))
  expect(unselect(on, [])).toEqual(on)
})

test('a chosen file tells its upload and the device it came from', () => {
  const row = uploadRow(7, ['vsb'], { device: { id: 3, type: 'LH-2', serial: 'A1' } })
  expect(choicesOf(row)[0]?.upload).toEqual({ uploadId: 7, displayName: row.displayName, device: row.device })
})
