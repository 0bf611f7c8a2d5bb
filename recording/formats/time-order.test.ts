import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { FrameBlockBuilder, type FrameBlock } from '../frames.ts'
import { DamagedBlock } from '../recording-error.ts'
import { testStart } from '../testing/written.ts'
import type { Format } from './format.ts'
import { framesInOrder } from './time-order.ts'
import { vsb } from './vsb.ts'

/** A block whose frames have these times; the data hold the time too, so that a mix-up shows. */
function block(times: readonly number[]): FrameBlock {
  const builder = new FrameBlockBuilder()
  for (const time of times) builder.add(time, time % 3, time, 0, Uint8Array.of(time & 0xff, time >> 8), 0, 1 + (time % 2))
  return builder.take()
}

async function timesOf(blocks: readonly FrameBlock[], failure?: Error): Promise<number[]> {
  const format: Format = {
    ...vsb,
    readFrames: async () => ({
      origin: testStart,
      buses: [],
      blocks: (async function* () {
        yield* blocks
        if (failure) throw failure
      })(),
    }),
  }
  const times: number[] = []
  const stream = await framesInOrder(format, memorySource(new Uint8Array(0)))
  try {
    for await (const { count, timeNs, id, bus, length, dataStart, data } of stream.blocks)
      for (let row = 0; row < count; row++) {
        const time = timeNs[row] ?? NaN
        expect([id[row], bus[row], length[row]]).toEqual([time, time % 3, 1 + (time % 2)])
        expect(data[dataStart[row] ?? 0]).toBe(time & 0xff)
        times.push(time)
      }
  } catch (error) {
    if (error !== failure) throw error
    times.push(NaN)
  }
  return times
}

it('puts frames that come a block late in order, and loses none', async () => {
  const sorted = Array.from({ length: 200 }, (_, i) => i)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
      async (size, lateness) => {
        // each frame is late by at most 9 places, a block holds at least 10
        const arrived = sorted
          .map((time) => ({ time, arrives: time + (lateness.next().value ?? 0) }))
          .toSorted((a, b) => a.arrives - b.arrives)
          .map(({ time }) => time)
        const blocks: FrameBlock[] = []
        for (let at = 0; at < arrived.length; at += size + 9) blocks.push(block(arrived.slice(at, at + size + 9)))
        expect(await timesOf(blocks)).toEqual(sorted)
      },
    ),
  )
})

it('hands on blocks that are in order as they are, and what came before a failure', async () => {
  const blocks = [block([1, 2]), block([3, 4])]
  expect(await timesOf(blocks)).toEqual([1, 2, 3, 4])
  expect(await timesOf([block([1, 4]), block([3, 5])], new DamagedBlock('Something', 7))).toEqual([1, 3, 4, 5, NaN])
})
