import { describe, expect, it } from 'vitest'
import { FrameBlockBuilder, type FrameBlock } from '../../frames.ts'
import { inTimeOrder } from './time-order.ts'

function blockAt(...times: number[]): FrameBlock {
  const builder = new FrameBlockBuilder()
  for (const time of times) builder.add(time, 0, 1, 0, new Uint8Array(0), 0, 0)
  return builder.take()
}

async function* one(block: FrameBlock): AsyncGenerator<FrameBlock> {
  yield block
}

describe('frames in order of time', () => {
  // Found by damaging files: with only infinite times left no source was chosen, for ever.
  it('ends on infinite times', async () => {
    const sources = [one(blockAt(1, Infinity)), one(blockAt(2, Infinity)), one(blockAt(NaN, Infinity))]
    const times: number[] = []
    for await (const block of inTimeOrder(sources, false)) times.push(...block.timeNs.subarray(0, block.count))
    expect(times).toEqual([NaN, 1, 2, Infinity, Infinity, Infinity])
  })
})
