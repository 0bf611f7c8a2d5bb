import { DamagedBlock } from '../recording-error.ts'
import { emptyBlock, expectBody, openBlock, sealBlock } from './block.ts'
import { blockHeadBytes, blockKind, mostCellsPerTile, mostRowsPerChunk } from './layout.ts'
import { planTimes, readTimes, timesBytes, writeTimes } from './times.ts'

/** Consecutive times of an axis. */
export interface TimeChunk {
  readonly timeNs: Float64Array
  /** A longer step than this is a gap. */
  readonly gapNs: number
  /** Time of the sample before the first; NaN when there is none. */
  readonly beforeNs: number
}

export function timeChunkBlock(times: Float64Array, count: number, gapNs: number, beforeNs: number): Packed {
  const plan = planTimes(times, count, true)
  const body = 16 + plan.bytes
  const bytes = emptyBlock(body)
  new Float64Array(bytes.buffer, blockHeadBytes, 2).set([gapNs, beforeNs])
  writeTimes(plan, times, count, bytes.buffer, blockHeadBytes + 16)
  sealBlock(bytes, blockKind.timeChunk, plan.encoding, 0, count, body)
  return { bytes, length: blockHeadBytes + body }
}

/** A sealed block and its length without the zeros at its end. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly length: number
}

export function readTimeChunk(bytes: Uint8Array, offset: number): TimeChunk {
  const block = openBlock(bytes, offset, blockKind.timeChunk, mostRowsPerChunk)
  expectBody(block, 16 + timesBytes(block.encoding, block.count, offset), offset)
  const [gapNs = Infinity, beforeNs = NaN] = new Float64Array(block.buffer, blockHeadBytes, 2)
  return { timeNs: readTimes(block.encoding, block.count, block.buffer, blockHeadBytes + 16), gapNs, beforeNs }
}

/** Times of consecutive cells. */
export interface TimeTile {
  readonly count: number
  /** Least and greatest time of the cell's samples. */
  readonly firstNs: Float64Array
  readonly lastNs: Float64Array
  /** Bits of `cellFlag`. */
  readonly flags: Uint8Array
}

export function timeTileBlock(tile: TimeTile): Packed {
  const n = tile.count
  const times = new Float64Array(2 * n)
  times.set(tile.firstNs.subarray(0, n))
  times.set(tile.lastNs.subarray(0, n), n)
  const plan = planTimes(times, 2 * n, false)
  const body = plan.bytes + n
  const bytes = emptyBlock(body)
  writeTimes(plan, times, 2 * n, bytes.buffer, blockHeadBytes)
  bytes.set(tile.flags.subarray(0, n), blockHeadBytes + plan.bytes)
  sealBlock(bytes, blockKind.timeTile, plan.encoding, 0, n, body)
  return { bytes, length: blockHeadBytes + body }
}

export function readTimeTile(bytes: Uint8Array, offset: number): TimeTile {
  const block = openBlock(bytes, offset, blockKind.timeTile, mostCellsPerTile)
  const n = block.count
  if (block.encoding === 2) throw new DamagedBlock('A tile with times of encoding 2', offset)
  const timeBytes = timesBytes(block.encoding, 2 * n, offset)
  expectBody(block, timeBytes + n, offset)
  const times = readTimes(block.encoding, 2 * n, block.buffer)
  return {
    count: n,
    firstNs: times.subarray(0, n),
    lastNs: times.subarray(n),
    flags: new Uint8Array(block.buffer, blockHeadBytes + timeBytes, n),
  }
}
