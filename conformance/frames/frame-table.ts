import type { Bus, BusKind, FrameBlock } from '#recording/frames.ts'
import { epochNanoseconds, type Instant } from '#recording/instant.ts'

/** One frame as both sides of a comparison write it; see oracles/frame_table.py. */
export interface TableFrame {
  /** Nanoseconds since 1970; a double is exact to 256 ns there, so the origin is kept apart. */
  readonly timeNs: bigint
  readonly id: number
  /** Null for a format without channels. */
  readonly channel: number | null
  readonly flags: number
  readonly data: Uint8Array
}

const headBytes = 17
const noChannel = 0xffff

export function readTable(bytes: Uint8Array): TableFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames: TableFrame[] = []
  for (let at = 0; at < bytes.length;) {
    const channel = view.getUint16(at + 12, true)
    const length = view.getUint16(at + 15, true)
    frames.push({
      timeNs: view.getBigInt64(at, true),
      id: view.getUint32(at + 8, true),
      channel: channel === noChannel ? null : channel,
      flags: view.getUint8(at + 14),
      data: bytes.subarray(at + headBytes, at + headBytes + length),
    })
    at += headBytes + length
  }
  return frames
}

export function writeTable(frames: readonly TableFrame[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, { data }) => sum + headBytes + data.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const { timeNs, id, channel, flags, data } of frames) {
    view.setBigInt64(at, timeNs, true)
    view.setUint32(at + 8, id, true)
    view.setUint16(at + 12, channel ?? noChannel, true)
    view.setUint8(at + 14, flags)
    view.setUint16(at + 15, data.length, true)
    bytes.set(data, at + headBytes)
    at += headBytes + data.length
  }
  return bytes
}

/** The frames of one kind of bus as a table. */
export function* tableOf(
  origin: Instant,
  buses: readonly Bus[],
  block: FrameBlock,
  kind: BusKind = 'CAN',
): Generator<TableFrame> {
  const originNs = epochNanoseconds(origin)
  for (let row = 0; row < block.count; row++) {
    const bus = buses[block.bus[row] ?? 0]
    if (bus?.kind !== kind) continue
    const start = block.dataStart[row] ?? 0
    yield {
      timeNs: originNs + BigInt(Math.round(block.timeNs[row] ?? 0)),
      id: block.id[row] ?? 0,
      channel: bus.channel,
      flags: block.flags[row] ?? 0,
      data: block.data.subarray(start, start + (block.length[row] ?? 0)),
    }
  }
}
