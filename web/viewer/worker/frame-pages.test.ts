import { describe, expect, it } from 'vitest'
import type { Bus, FrameBlock } from '#recording/frames.ts'
import { FrameBlockBuilder, frameFlag } from '#recording/frames.ts'
import type { FrameFilter } from '../protocol.ts'
import { FrameLog } from './frame-log.ts'
import { FramePages } from './frame-pages.ts'
import { latestFrames } from './latest-frames.ts'

const buses: readonly Bus[] = [{ kind: 'CAN', channel: 1, name: 'CAN 1' }]
const perBlock = 100

/** Frames one each millisecond; every fourth is 0x1A0, the others count up from 0x200. */
function block(first: number): FrameBlock {
  const builder = new FrameBlockBuilder()
  for (let row = first; row < first + perBlock; row++) {
    const flags = row % 10 === 9 ? frameFlag.extended : 0
    builder.add(row * 1e6, 0, row % 4 === 0 ? 0x1a0 : 0x200 + (row % 4), flags, new Uint8Array([row & 0xff, row >> 8]), 0, 2)
  }
  return builder.take()
}

const all: FrameFilter = { text: '', bus: null, kind: null }
const nameOf = (_bus: Bus, id: number) => (id === 0x1a0 ? 'Motion' : null)

function added(blocks: number): FramePages {
  const log = new FrameLog(buses)
  for (let i = 0; i < blocks; i++) log.add(block(i * perBlock))
  return new FramePages(log, nameOf)
}

describe('pages of frames', () => {
  it('begin anywhere and go over the ends of blocks', async () => {
    const page = await added(3).page(95, 10, all)
    expect(page).toMatchObject({ from: 95, count: 300, complete: true, atHand: true, leftOut: false })
    expect(page.rows.map(({ row, timeNs }) => [row, timeNs])).toEqual(
      Array.from({ length: 10 }, (_, i) => [95 + i, (95 + i) * 1e6]),
    )
    expect(page.rows[1]).toEqual({
      row: 96,
      timeNs: 96e6,
      bus: 'CAN 1',
      busKey: 'CAN 1',
      id: 0x1a0,
      flags: 0,
      name: 'Motion',
      length: 2,
      data: new Uint8Array([96, 0]),
    })
    expect((await added(3).page(299, 10, all)).rows).toHaveLength(1)
  })

  it('keep what they were given when its memory is used again', async () => {
    const log = new FrameLog(buses)
    const given = block(0)
    log.add(given)
    given.data.fill(0xff)
    given.timeNs.fill(-1)
    expect((await new FramePages(log, nameOf).page(7, 1, all)).rows[0]).toMatchObject({
      timeNs: 7e6,
      data: new Uint8Array([7, 0]),
    })
  })

  it.each([
    ['motion', 75],
    ['0x1a', 75],
    ['can 1', 300],
    ['0x203', 75],
    ['can 0x1a motion', 75],
    ['motion 0x203', 0],
    ['data:04 motion', 2],
    ['data:0001', 1],
    ['nothing', 0],
  ])('filter by name, identifier and bus: %s', async (filter, count) => {
    const page = await added(3).page(0, 20, { ...all, text: filter })
    expect(page).toMatchObject({ count, complete: true })
    expect(page.rows).toHaveLength(Math.min(20, count))
  })

  it('filter all frames that are at hand, however few rows are wanted', async () => {
    const pages = added(200)
    const counts: number[] = []
    for (let rounds = 0; rounds < 10; rounds++) {
      const { count, complete } = await pages.page(0, 1, { ...all, text: 'motion' })
      counts.push(count)
      if (complete) break
    }
    expect(counts.at(-1)).toBe(5000)
  })

  it('read on only as far as somebody looks', async () => {
    let read = 0
    async function* blocks() {
      for (; read < 1000; read++) yield block(read * perBlock)
    }
    const pages = new FramePages(new FrameLog(buses, blocks()), nameOf)
    expect(await pages.page(250, 10, all)).toMatchObject({ count: 300, complete: false, atHand: false })
    expect(read).toBe(2)
    expect((await pages.page(0, 30, { ...all, text: 'motion' })).rows).toHaveLength(30)
    expect(read).toBe(2)
  })

  it('show what stands before a fault in the file', async () => {
    async function* blocks() {
      yield block(0)
      throw new RangeError('damaged')
    }
    const pages = new FramePages(new FrameLog(buses, blocks()), nameOf)
    expect(await pages.page(90, 50, all)).toMatchObject({ count: 100, complete: true })
  })

  it('find the place of a time', async () => {
    const log = new FrameLog(buses)
    for (let i = 0; i < 3; i++) log.add(block(i * perBlock))
    expect(await log.rowAt(-1)).toBe(0)
    expect(await log.rowAt(150.5e6)).toBe(151)
    expect(await log.rowAt(199.5e6)).toBe(200)
    expect(await log.rowAt(1e12)).toBe(299)
  })

  it.each<[string, Partial<FrameFilter>, number]>([
    ['a bus', { bus: 'CAN 1' }, 300],
    ['another bus', { bus: 'CAN 2' }, 0],
    ['received', { kind: 'received' }, 300],
    ['sent', { kind: 'sent' }, 0],
    ['a bus and a word', { bus: 'CAN 1', text: 'motion' }, 75],
  ])('of %s', async (_name, filter, count) => {
    expect(await added(3).page(0, 20, { ...all, ...filter })).toMatchObject({ count, complete: true })
  })

  it('find the place of a time among those that match', async () => {
    const pages = added(3)
    const motion = { ...all, text: 'motion' }
    expect(await pages.placeAt(150.5e6, all)).toBe(151)
    expect(await pages.placeAt(150.5e6, motion)).toBe(38)
    expect((await pages.page(38, 1, motion)).rows[0]?.timeNs).toBe(152e6)
    expect(await pages.placeAt(1e12, motion)).toBe(74)
  })
})

describe('the newest frame of each identifier', () => {
  it('stands at or before the moment, with what changed since the one before', async () => {
    const { rows, firstRow } = await latestFrames(added(3), 150.5e6)
    expect(firstRow).toBe(0)
    // The tenth of each ten frames is extended.
    expect(rows.map(({ id, timeNs }) => [id, timeNs])).toEqual([
      [0x1a0, 148e6],
      [0x201, 145e6],
      [0x201, 149e6],
      [0x202, 150e6],
      [0x203, 147e6],
      [0x203, 139e6],
    ])
    expect(rows[0]).toMatchObject({ name: 'Motion', periodNs: 4e6, changed: [true, false], data: new Uint8Array([148, 0]) })
  })

  it('before the first frame there is none; without a moment the last ones are', async () => {
    expect((await latestFrames(added(1), -1)).rows).toEqual([])
    expect((await latestFrames(added(3), null)).rows[0]).toMatchObject({ timeNs: 296e6 })
  })
})
