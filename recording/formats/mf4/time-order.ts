import type { FrameBlock } from '../../frames.ts'
import { dataBytesPerBlock, FrameRows } from '../frame-rows.ts'

/** The block at hand of one source of frames. */
interface Cursor {
  blocks: AsyncIterator<FrameBlock>
  block: FrameBlock
  row: number
}

/**
 * Merges sources of frames, each with rising times, into blocks with rising times. One block of each source is at hand;
 * a source that fails ends, and its failure is told after all others are read.
 */
export async function* inTimeOrder(sources: readonly AsyncIterable<FrameBlock>[], reuse: boolean): AsyncGenerator<FrameBlock> {
  const failures: unknown[] = []
  let cursors: Cursor[] = []
  for (const source of sources) {
    const cursor = { blocks: source[Symbol.asyncIterator](), block: noFrames, row: 0 }
    if (await advance(cursor, failures)) cursors.push(cursor)
  }
  const rows = new FrameRows(reuse)
  while (cursors.length > 0) {
    const { first, until } = earliest(cursors)
    if (cursors.length === 1 && first.row === 0) {
      if (rows.count > 0) yield rows.take()
      yield first.block
      first.row = first.block.count
    } else {
      copyRun(first, until, rows)
      if (rows.room === 0) yield rows.take()
    }
    if (first.row >= first.block.count && !(await advance(first, failures)))
      cursors = cursors.filter((cursor) => cursor !== first)
  }
  if (rows.count > 0) yield rows.take()
  if (failures.length > 0) throw failures[0]
}

/** Brings the next block with frames to hand; false at the source's end. */
async function advance(cursor: Cursor, failures: unknown[]): Promise<boolean> {
  try {
    for (;;) {
      const { value, done } = await cursor.blocks.next()
      if (done) return false
      if (value.count === 0) continue
      cursor.block = rising(value)
      cursor.row = 0
      return true
    }
  } catch (error) {
    failures.push(error)
    return false
  }
}

/** The cursor (of at least one) whose next frame is the earliest, and the time of the next frame of all others. */
function earliest(cursors: readonly Cursor[]): { first: Cursor; until: number } {
  let first = noCursor
  let least = Infinity
  let until = Infinity
  for (const cursor of cursors) {
    const time = cursor.block.timeNs[cursor.row] ?? Infinity
    // Frames without a time (NaN) go first, so that they hold nobody up.
    // An infinite time of a damaged file is no reason to choose nobody.
    if (first === noCursor || !(time >= least)) {
      if (first !== noCursor) until = least
      least = Number.isNaN(time) ? -Infinity : time
      first = cursor
    } else if (time < until) until = time
  }
  return { first, until }
}

/** Copies frames up to the time `until`, at least one. */
function copyRun(from: Cursor, until: number, to: FrameRows): void {
  const { block } = from
  const begin = from.row
  const most = Math.min(block.count, begin + to.room)
  let end = begin + 1
  while (end < most && !((block.timeNs[end] ?? 0) > until)) end++
  to.open()
  let row = to.count
  for (let i = begin; i < end; i++) {
    const length = block.length[i] ?? 0
    const start = block.dataStart[i] ?? 0
    if (to.dataEnd + length > dataBytesPerBlock && row > to.count) {
      end = i
      break
    }
    to.reserve(length)
    to.timeNs[row] = block.timeNs[i] ?? NaN
    to.bus[row] = block.bus[i] ?? 0
    to.id[row] = block.id[i] ?? 0
    to.flags[row] = block.flags[i] ?? 0
    to.length[row] = length
    to.dataStart[row] = to.dataEnd
    if (length > 32) to.data.set(block.data.subarray(start, start + length), to.dataEnd)
    else for (let k = 0; k < length; k++) to.data[to.dataEnd + k] = block.data[start + k] ?? 0
    to.dataEnd += length
    row++
  }
  to.count = row
  from.row = end
}

/** The block with its rows in rising order of time; loggers with several inputs write some frames late. */
function rising(block: FrameBlock): FrameBlock {
  const { timeNs, count } = block
  let i = 1
  while (i < count && !((timeNs[i] ?? 0) < (timeNs[i - 1] ?? 0))) i++
  if (i >= count) return block
  const order = Uint32Array.from({ length: count }, (_, row) => row).sort((a, b) => (timeNs[a] ?? 0) - (timeNs[b] ?? 0) || a - b)
  const sorted = <T extends Float64Array | Uint8Array | Uint16Array | Uint32Array>(column: T, into: T): T => {
    for (let row = 0; row < count; row++) into[row] = column[order[row] ?? 0] ?? 0
    return into
  }
  return {
    count,
    timeNs: sorted(timeNs, new Float64Array(count)),
    bus: sorted(block.bus, new Uint16Array(count)),
    id: sorted(block.id, new Uint32Array(count)),
    flags: sorted(block.flags, new Uint8Array(count)),
    length: sorted(block.length, new Uint16Array(count)),
    dataStart: sorted(block.dataStart, new Uint32Array(count)),
    data: block.data,
  }
}

const noFrames: FrameBlock = {
  count: 0,
  timeNs: new Float64Array(0),
  bus: new Uint16Array(0),
  id: new Uint32Array(0),
  flags: new Uint8Array(0),
  length: new Uint16Array(0),
  dataStart: new Uint32Array(0),
  data: new Uint8Array(0),
}

const noCursor: Cursor = { blocks: { next: async () => ({ value: noFrames, done: true }) }, block: noFrames, row: 0 }
