import { describe, expect, test } from 'vitest'
import type { UploadRow } from '#contract/archive.ts'
import { nothingChosen } from '#web/features/groups/selection.ts'
import { countExtensions, toggleExtension, wholeExtensions } from './chosen-files.ts'
import { criteriaOfFilters, dynamicExtensions, filtersOf, noCriteria, staticExtensions } from './filters.ts'

describe('criteria of a dataset', () => {
  test('are filters of type and value, as texts but for dates, and come back as they were', () => {
    const criteria = {
      fleets: [1],
      vehicles: [2, 3],
      names: ['cold'],
      extensions: ['vsb', 'log csv'],
      start: '2026-05-01T00:00:00.000Z',
      end: null,
    }
    const filters = filtersOf(criteria)
    expect(filters).toEqual([
      { type: 'Fleet', value: ['1'] },
      { type: 'Vehicle', value: ['2', '3'] },
      { type: 'Collection', value: ['cold'] },
      { type: 'Extension', value: ['vsb', 'log csv'] },
      { type: 'StartDate', value: '2026-05-01T00:00:00.000Z' },
    ])
    expect(criteriaOfFilters(filters)).toEqual(criteria)
    expect(filtersOf(noCriteria)).toEqual([])
  })

  test('offer the extensions of the specification', () => {
    const titles = (list: ReadonlyArray<readonly [string, string]>) => list.map(([, title]) => title).join(', ')
    expect(titles(staticExtensions)).toBe('ASC, BLF, CSV, DAT, DB, IMG, LOG CSV, MAT, MF4, VSB, XML')
    expect(titles(dynamicExtensions)).toBe('ASC, BLF, CSV, DAT, DB, IMG, Log File .CSV, MAT, MF4, PCAP, PCAPNG, VSB, XML')
  })
})

describe('extension toggles', () => {
  const file = (id: number, fileName: string) => ({ id, fileName, extension: fileName.split('.').at(-1) ?? '', size: 1 })
  const rows = [
    { uploadId: 1, displayName: 'A', device: null, versions: [file(1, 'a.vsb'), file(2, 'a.csv')] },
    { uploadId: 2, displayName: 'B', device: null, versions: [file(3, 'b_log.csv')] },
  ] as unknown as UploadRow[]

  test('count the found files, logs also by their names', () => {
    const counts = countExtensions(rows)
    expect([counts.get('vsb'), counts.get('csv'), counts.get('log csv'), counts.get('mf4')]).toEqual([1, 2, 1, 0])
  })

  test('choose every found file of an extension, and give them up again', () => {
    const logs = toggleExtension(nothingChosen, 'log csv', rows)
    expect([...logs.versions.keys()]).toEqual([3])
    expect(wholeExtensions(logs, rows)).toEqual(['log csv'])
    const all = toggleExtension(logs, 'csv', rows)
    expect([...all.versions.keys()].toSorted()).toEqual([2, 3])
    expect(wholeExtensions(all, rows)).toEqual(['csv', 'log csv'])
    expect(toggleExtension(all, 'csv', rows).versions.size).toBe(0)
  })
})
