import { describe, expect, it } from 'vitest'
import { alignedBy, alignedWithout, clockOfAll, plainAlignment, shiftsOf, wholeOf, withAt } from './alignment.ts'
import type { Aligned, AlignBy } from './alignment.ts'

const zone = 'Europe/Berlin'
const recording = (iso: string, fromS: number, toS: number): Aligned => ({
  origin: { epochMs: Date.parse(iso), nanos: 250 },
  whole: { fromNs: fromS * 1e9, toNs: toS * 1e9 },
})
const monday = recording('2026-11-02T06:00:00Z', 10, 70)
const tuesday = recording('2026-11-03T06:00:30Z', 5, 65)
const shift = (by: AlignBy | null, given = {}) => shiftsOf([monday, tuesday], { ...plainAlignment, by, ...given }, zone)[1]

describe('two recordings', () => {
  it('stand by date and time where they overlap, else by their starts', () => {
    expect(shift('date')).toBe(86_430e9)
    expect(alignedBy([monday, tuesday], plainAlignment)).toBe('start')
    expect(alignedBy([monday, recording('2026-11-02T06:00:20Z', 0, 5)], plainAlignment)).toBe('date')
    expect(alignedBy([monday, null], plainAlignment)).toBe('date')
    expect(shift(null)).toBe(5e9)
  })

  it('stand by the time of day, also across midnight and a change of the clocks', () => {
    expect(shift('day')).toBe(30e9)
    const [late, early] = [recording('2026-11-02T22:59:00Z', 0, 60), recording('2026-11-04T23:01:00Z', 0, 60)]
    expect(shiftsOf([late, early], { ...plainAlignment, by: 'day' }, zone)[1]).toBe(120e9)
    const [summer, winter] = [recording('2026-10-24T06:00:00Z', 0, 60), recording('2026-10-26T07:00:00Z', 0, 60)]
    expect(shiftsOf([summer, winter], { ...plainAlignment, by: 'day' }, zone)[1]).toBe(0)
  })

  it('stand by an event, once it is chosen in both, and are moved by hand', () => {
    expect(shift('event', { events: [20e9, null] })).toBe(5e9)
    expect(shift('event', { events: [20e9, 45e9] })).toBe(-25e9)
    expect(shift('event', { events: [20e9, 45e9], offsets: [0, 1e6] })).toBe(-25e9 + 1e6)
    expect(shiftsOf([monday, tuesday], { ...plainAlignment, offsets: [9e9, 0] }, zone)[0]).toBe(0)
  })

  it('are looked at over all of them', () => {
    expect(wholeOf([monday, tuesday, null], [0, 30e9, 0])).toEqual({ fromNs: 10e9, toNs: 95e9 })
    expect(wholeOf([null], [0])).toBeNull()
  })

  it("have the first one's clock, or count from where they meet", () => {
    expect(clockOfAll([monday, tuesday], { ...plainAlignment, by: 'day' }, zone).originSeconds).toBeCloseTo(7 * 3600, 6)
    expect(clockOfAll([monday, tuesday], { ...plainAlignment, by: 'start' }, zone)).toEqual({
      originSeconds: -10,
      relative: true,
    })
    const events = [20e9, 45e9]
    expect(clockOfAll([monday, tuesday], { ...plainAlignment, by: 'event', events }, zone).originSeconds).toBe(-20)
    expect(clockOfAll([monday], { ...plainAlignment, by: 'start' }, zone).relative).toBeUndefined()
  })

  it('forget one that is closed', () => {
    expect(alignedWithout({ by: 'event', events: [1, 2, 3], offsets: [0, 5] }, 1)).toEqual({
      by: 'event',
      events: [1, 3],
      offsets: [0],
    })
    expect(withAt([1], 3, 7, 0)).toEqual([1, 0, 0, 7])
    expect(withAt([1, 2], 0, 7, 0)).toEqual([7, 2])
  })
})
