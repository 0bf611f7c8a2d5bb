import { expect, test } from 'vitest'
import type { UploadRow } from '#contract/archive.ts'
import { uploadRow } from '#web/features/groups/testing/rows.ts'
import { choicesIn, withNumbers, wordsOf } from './recording-choices.ts'

const recording = { format: 'MF4', version: '4.10', startDate: null, endDate: '2026-11-04T06:20:00Z', frameCount: 9, buses: [] }
const read = (row: UploadRow): UploadRow => ({
  ...row,
  versions: row.versions.map((version) => ({ ...version, state: 'ready', recording })),
})

test('of each upload the version that the viewer opens first can be chosen, with the times that were read', () => {
  const rows = [
    uploadRow(3, ['txt']),
    read(uploadRow(2, ['vsb', 'mf4'], { dataSpy: ['mf4'] })),
    read(uploadRow(1, ['vsb'], { vehicle: null })),
  ]
  const [mf4, vsb, ...others] = choicesIn(rows)
  expect(others).toEqual([])
  expect(mf4).toEqual({
    fileId: 21,
    vehicle: 'WT-07 · Polar 3',
    name: 'ColdStart_002',
    fileName: 'ColdStart.mf4',
    extension: 'mf4',
    start: '2026-11-04T06:07:12.000Z',
    end: '2026-11-04T06:20:00Z',
  })
  expect(vsb).toMatchObject({ fileId: 10, vehicle: null })
})

test('numbers and addresses name files themselves; numbers may be parts of names too', () => {
  const found = choicesIn([read(uploadRow(1, ['vsb'])), read(uploadRow(2, ['vsb']))])
  expect(withNumbers('cold', found)).toBe(found)
  expect(withNumbers('20', found).map(({ fileId, name }) => [fileId, name])).toEqual([
    [20, 'ColdStart_002'],
    [10, 'ColdStart_001'],
  ])
  expect(withNumbers('/dataspy/?fileId=7&fileId=8', []).map(({ fileId, name }) => [fileId, name])).toEqual([
    [7, null],
    [8, null],
  ])
  expect([wordsOf(' 20 '), wordsOf('http://x/dataspy/?fileId=7'), wordsOf('  ')]).toEqual([['20'], [], []])
})
