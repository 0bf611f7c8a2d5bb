import { describe, expect, it } from 'vitest'
import { HitListError, parseHitList } from './hit-list.ts'

const list = (...recordings: unknown[]) => parseHitList(JSON.stringify({ HitList: recordings }))

describe('a list of hits', () => {
  it('is read as it is written', () =>
    expect(
      list({
        id: 17,
        startDate: '2026/11/04 06:07:12',
        vehicle: 'WT-02',
        FilenameAndPath: 'C:\\data\\trip one.vsb',
        Hits: [{ Description: 'Too fast', StartTime: 1.5, EndTime: 3 }],
      }),
    ).toEqual({
      recordings: [
        {
          fileId: 17,
          fileName: 'trip one.vsb',
          vehicle: 'WT-02',
          startDate: '2026/11/04 06:07:12',
          hits: [{ description: 'Too fast', startSeconds: 1.5, endSeconds: 3 }],
        },
      ],
      notes: [],
    }))

  it('may write numbers as texts, names in any case, and leave out what is not needed', () => {
    const { recordings, notes } = parseHitList(
      '\uFEFF{"hitlist":[{"ID":"9","filenameandpath":"/a/b.mf4","hits":[{"starttime":"2,5"},{"StartTime":"4","EndTime":"3"}]},{"Hits":[]}]}',
    )
    expect(notes).toEqual([])
    expect(recordings[0]).toMatchObject({ fileId: 9, fileName: 'b.mf4', vehicle: '' })
    expect(recordings[0]?.hits).toEqual([
      { description: '', startSeconds: 2.5, endSeconds: 2.5 },
      { description: '', startSeconds: 3, endSeconds: 4 },
    ])
    expect(recordings[1]).toMatchObject({ fileId: null, fileName: '', hits: [] })
  })

  it('says what it leaves out', () => {
    const { recordings, notes } = list(
      { Hits: [{ Description: 'no time' }, { StartTime: 'noon' }, { StartTime: 1 }] },
      { id: -3 },
      'nonsense',
    )
    expect(recordings.map(({ fileId, hits }) => [fileId, hits.length])).toEqual([
      [null, 1],
      [null, 0],
      [null, 0],
    ])
    expect(notes[0]).toBe('Hit 1 of recording 1 has no StartTime that is a number of seconds.')
    expect(notes).toHaveLength(4)
  })

  it('is bounded', () => {
    const Hits = Array.from({ length: 210_000 }, (_, at) => ({ StartTime: at }))
    const { recordings, notes } = list({ Hits }, { Hits: [{ StartTime: 1 }] })
    expect(recordings.map(({ hits }) => hits.length)).toEqual([200_000, 0])
    expect(notes).toEqual(['Hits after the first 200,000 are left out.'])
    const bad = Array.from({ length: 50 }, () => ({}))
    expect(list({ Hits: bad }).notes).toHaveLength(21)
  })

  it.each([
    ['{', /^The file is not JSON/],
    ['[]', /^The file has no HitList/],
    ['{"HitList":{}}', /^The file has no HitList/],
    ['null', /^The file has no HitList/],
  ])('%s is none', (text, message) => {
    expect(() => parseHitList(text)).toThrow(HitListError)
    expect(() => parseHitList(text)).toThrow(message)
  })
})
