import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NamedFile } from './paths.ts'
import { zipPaths } from './paths.ts'
import { localStamp, minutesOf, utcStamp } from './stamp.ts'

const file = (fileName: string, vehicle = 'WT-07', collection = 'Cold'): NamedFile => ({
  fileName,
  extension: /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '',
  collection,
  source: { key: vehicle, name: vehicle },
  start: new Date('2026-11-04T06:07:12.345Z'),
})
const inFolders = (files: NamedFile[]) => zipPaths(files, { flatten: false, stamp: utcStamp })

test('files of the same name are told apart, without regard to case; so are vehicles', () => {
  expect(inFolders([file('a.VSB'), file('A.vsb'), file('a.vsb'), file('a_2.vsb')])).toEqual([
    'WT-07/Cold/a_2026-11-04_06-07-12Z.VSB',
    'WT-07/Cold/A_2026-11-04_06-07-12Z_2.vsb',
    'WT-07/Cold/a_2026-11-04_06-07-12Z_3.vsb',
    'WT-07/Cold/a_2_2026-11-04_06-07-12Z.vsb',
  ])
  expect(inFolders([file('a.vsb', 'WT/07'), file('a.vsb', 'WT_07'), file('a.vsb', 'manifest.json')])).toEqual([
    'WT_07/Cold/a_2026-11-04_06-07-12Z.vsb',
    'WT_07_2/Cold/a_2026-11-04_06-07-12Z.vsb',
    'manifest.json_2/Cold/a_2026-11-04_06-07-12Z.vsb',
  ])
})

test('any names give paths that Windows takes, each once', () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 })
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 20 }), fc.boolean(), (names, flatten) => {
      const paths = zipPaths(
        names.map(([name, vehicle, collection]) => file(`${name}.mf4`, vehicle, collection)),
        { flatten, stamp: utcStamp },
      )
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
      for (const path of paths) {
        expect(path.length).toBeLessThan(240)
        const parts = path.split('/')
        expect(parts.length).toBe(flatten ? 1 : 3)
        for (const part of parts)
          // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
          expect(part).toMatch(/^(?!(con|prn|aux|nul|com\d|lpt\d)(\.|$))[^\u0000-\u001f<>:"/\\|?*]*[^\s.]$/i)
      }
    }),
    { numRuns: 50 },
  )
})

test('twenty thousand files of one name are named in no time', () => {
  const paths = inFolders(Array.from({ length: 20_000 }, () => file('data.vsb')))
  expect(new Set(paths).size).toBe(20_000)
  expect(paths.at(-1)).toBe('WT-07/Cold/data_2026-11-04_06-07-12Z_20000.vsb')
})

test('times in names are UTC, or of the zone with its own summers where it has the offset now, or of the offset', () => {
  const [winter, summer] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-07-01T12:00:00Z')]
  expect(utcStamp(summer)).toBe('2026-07-01_12-00-00Z')
  expect(localStamp(60, 'Europe/Berlin', winter)(summer)).toBe('2026-07-01_14-00-00+0200')
  expect(localStamp(60, 'Europe/Berlin', winter)(winter)).toBe('2026-11-21_13-00-00+0100')
  expect(localStamp(-210, 'Europe/Berlin', winter)(summer)).toBe('2026-07-01_08-30-00-0330')
  expect(localStamp(60, 'Nowhere/Land', winter)(summer)).toBe('2026-07-01_13-00-00+0100')
  expect([60, '+01:00', '-03:30', '+00:00'].map(minutesOf)).toEqual([60, 60, -210, 0])
})
