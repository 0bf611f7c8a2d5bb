import { framesPerBlock, type FrameBlock } from '../frames.ts'
import type { Format } from './format.ts'
import type { ByteSource } from '../byte-source.ts'
import type { FrameStream } from '../frames.ts'

/**
 * The frames of a recording in order of time. Loggers write frames of several buses some milliseconds out of order; two blocks
 * (32,768 frames) in hand put that right. A frame that is late by more than them stays late. Throws as `Format.readFrames` does.
 */
export async function framesInOrder(format: Format, source: ByteSource): Promise<FrameStream> {
  const stream = await format.readFrames(source, { order: 'time' })
  return { ...stream, blocks: sorted(stream.blocks) }
}

async function* sorted(blocks: AsyncIterable<FrameBlock>): AsyncGenerator<FrameBlock> {
  let held: FrameBlock | null = null
  let failure: unknown
  try {
    for await (const block of blocks) {
      if (block.count === 0) continue
      if (held === null) {
        held = isSorted(block) ? block : pick([block], ordered([block]))
        continue
      }
      if (isSorted(block) && firstNs(block) >= lastNs(held)) {
        yield held
        held = block
        continue
      }
      const both: [FrameBlock, FrameBlock] = [held, block]
      const order = ordered(both)
      // the earlier half can go; the later half waits for what comes late
      const half = Math.ceil(order.length / 2)
      yield pick(both, order.subarray(0, half))
      held = order.length > half ? pick(both, order.subarray(half)) : null
    }
  } catch (error) {
    failure = error
  }
  // what was read before a failure still counts
  if (held !== null) for (let at = 0; at < held.count; at += framesPerBlock) yield rows(held, at, at + framesPerBlock)
  if (failure !== undefined) throw failure
}

function isSorted({ timeNs, count }: FrameBlock): boolean {
  for (let row = 1; row < count; row++) if ((timeNs[row] ?? 0) < (timeNs[row - 1] ?? 0)) return false
  return true
}

const firstNs = ({ timeNs }: FrameBlock): number => timeNs[0] ?? 0
const lastNs = ({ timeNs, count }: FrameBlock): number => timeNs[count - 1] ?? 0

/** The rows of the blocks, counted through, by time; frames of one moment stay as they are. */
function ordered(blocks: readonly FrameBlock[]): Uint32Array {
  const count = blocks.reduce((sum, block) => sum + block.count, 0)
  const times = new Float64Array(count)
  let at = 0
  for (const block of blocks) {
    times.set(block.timeNs.subarray(0, block.count), at)
    at += block.count
  }
  return Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
}

function pick(blocks: readonly FrameBlock[], order: Uint32Array): FrameBlock {
  const count = order.length
  const first = blocks[0]?.count ?? 0
  let bytes = 0
  for (const row of order) bytes += (row < first ? blocks[0]?.length[row] : blocks[1]?.length[row - first]) ?? 0
  const picked: FrameBlock = {
    count,
    timeNs: new Float64Array(count),
    bus: new Uint16Array(count),
    id: new Uint32Array(count),
    flags: new Uint8Array(count),
    length: new Uint16Array(count),
    dataStart: new Uint32Array(count),
    data: new Uint8Array(bytes),
  }
  let end = 0
  order.forEach((counted, to) => {
    const block = blocks[counted < first ? 0 : 1]
    if (block === undefined) return
    const row = counted < first ? counted : counted - first
    const start = block.dataStart[row] ?? 0
    const length = block.length[row] ?? 0
    picked.timeNs[to] = block.timeNs[row] ?? 0
    picked.bus[to] = block.bus[row] ?? 0
    picked.id[to] = block.id[row] ?? 0
    picked.flags[to] = block.flags[row] ?? 0
    picked.length[to] = length
    picked.dataStart[to] = end
    picked.data.set(block.data.subarray(start, start + length), end)
    end += length
  })
  return picked
}

function rows(block: FrameBlock, from: number, to: number): FrameBlock {
  if (from === 0 && to >= block.count) return block
  const end = Math.min(to, block.count)
  return {
    ...block,
    count: end - from,
    timeNs: block.timeNs.subarray(from, end),
    bus: block.bus.subarray(from, end),
    id: block.id.subarray(from, end),
    flags: block.flags.subarray(from, end),
    length: block.length.subarray(from, end),
    dataStart: block.dataStart.subarray(from, end),
  }
}
