import { describe, expect, it } from 'vitest'
import type { Bus } from '../frames.ts'
import { FrameBlockBuilder, frameFlag } from '../frames.ts'
import { IdTally } from './id-tally.ts'

const buses: readonly Bus[] = [
  { kind: 'CAN', channel: 2, name: 'B' },
  { kind: 'CAN', channel: 1, name: 'A' },
]
const data = new Uint8Array(64)

interface Frame {
  readonly ms: number
  readonly bus?: number
  readonly id: number
  readonly flags?: number
  readonly length?: number
}

function tallyOf(frames: readonly Frame[]): IdTally {
  const tally = new IdTally()
  const builder = new FrameBlockBuilder()
  for (const { ms, bus = 0, id, flags = 0, length = 8 } of frames) {
    builder.add(ms * 1e6, bus, id, flags, data, 0, length)
    if (builder.full) tally.add(builder.take())
  }
  tally.add(builder.take())
  return tally
}

describe('identifiers', () => {
  it('are told apart by bus and length of the identifier, and listed in order', () => {
    const ids = tallyOf([
      { ms: 0, id: 5, flags: frameFlag.extended, length: 3 },
      { ms: 1, id: 5 },
      { ms: 2, id: 4, bus: 1 },
      { ms: 3, id: 5, flags: frameFlag.extended, length: 6 },
      { ms: 4, id: 0x1fff_ffff, flags: frameFlag.extended },
    ]).result(buses)
    expect(ids.map(({ channel, id, extended, frameCount }) => [channel, id, extended, frameCount])).toEqual([
      [1, 4, false, 1],
      [2, 5, false, 1],
      [2, 5, true, 2],
      [2, 0x1fff_ffff, true, 1],
    ])
    expect(ids[2]).toMatchObject({ minLength: 3, maxLength: 6, medianPeriodMs: 3, meanPeriodMs: 3 })
    expect(ids[3]).toMatchObject({ medianPeriodMs: null, meanPeriodMs: null })
  })

  it('have a median that a pause does not move, however many frames there are', () => {
    const frames = Array.from({ length: 10_000 }, (_, i) => ({ ms: i * 10 + (i > 5000 ? 60_000 : 0), id: 1 }))
    const [id] = tallyOf(frames).result(buses)
    expect(id?.medianPeriodMs).toBe(10)
    expect(id?.meanPeriodMs).toBeCloseTo((9999 * 10 + 60_000) / 9999, 3)
  })

  it('of an even number of periods have the mean of the two in the middle', () => {
    const [id] = tallyOf([0, 1, 3, 7, 15].map((ms) => ({ ms, id: 1 }))).result(buses)
    expect(id?.medianPeriodMs).toBe(3)
  })

  it('are not listed for error frames, which count on their bus', () => {
    const tally = tallyOf([
      { ms: 0, id: 1 },
      { ms: 1, id: 0, flags: frameFlag.error, length: 0 },
    ])
    expect(tally.result(buses)).toHaveLength(1)
    expect(tally.summaries(buses)).toMatchObject([{ channel: 2, frameCount: 2, idCount: 1 }])
    expect([tally.frameCount, tally.firstNs, tally.lastNs]).toEqual([2, 0, 1e6])
  })

  it('are bounded, whatever a damaged file holds', () => {
    const tally = tallyOf(Array.from({ length: 21_000 }, (_, id) => ({ ms: id, id })))
    expect(tally.result(buses)).toHaveLength(20_000)
    expect([tally.isFull, tally.frameCount]).toEqual([true, 21_000])
  })
})
