import { describe, expect, it } from 'vitest'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { hitBeside, hitRows, hitSpans, windowOfHit } from './hit-rows.ts'

const hit = (startSeconds: number, endSeconds: number, description = '') => ({ startSeconds, endSeconds, description })
const recording = (fileId: number | null, fileName: string, ...hits: ReturnType<typeof hit>[]): HitRecording => ({
  fileId,
  fileName,
  vehicle: '',
  startDate: '',
  hits,
})

const [a, b] = [recording(7, 'a.vsb', hit(1, 2, 'First'), hit(5, 5)), recording(null, 'b.log', hit(0, 10))]

describe('hits of recordings', () => {
  it('are listed under them, and the next one may be of the next recording', () => {
    const rows = hitRows([a, recording(8, 'none.vsb'), b])
    expect(rows.map(({ kind }) => kind)).toEqual(['recording', 'hit', 'hit', 'recording', 'recording', 'hit'])
    expect(hitBeside(rows, 2, 1)).toBe(5)
    expect(hitBeside(rows, 5, -1)).toBe(2)
    expect(hitBeside(rows, 5, 1)).toBe(5)
    expect(hitBeside(rows, -1, 1)).toBe(1)
  })

  it('are looked at with room around them', () => {
    expect(windowOfHit(hit(10, 10))).toEqual({ fromNs: 8e9, toNs: 12e9 })
    expect(windowOfHit(hit(10, 20))).toEqual({ fromNs: 0, toNs: 30e9 })
  })

  it('stand on the time line of the recordings that are open, from the zero of their times', () => {
    const open = [{ fileId: 7, name: 'a.vsb' }, null, { fileId: null, name: 'B.LOG' }]
    const spans = hitSpans([a, b], open, { shifts: [0, 0, 3e9], chosen: a.hits[0] ?? null })
    expect(spans.map(({ fromNs, toNs, title, isChosen }) => [fromNs, toNs, title, isChosen])).toEqual([
      [1e9, 2e9, 'First', true],
      [5e9, 5e9, 'Hit', false],
      [3e9, 13e9, 'Hit', false],
    ])
  })
})
