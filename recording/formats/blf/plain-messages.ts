import { frameFlag } from '../../frames.ts'
import type { FrameSink } from './frame-sink.ts'
import { canFlag, idMask, objectField, objectHeaderBytes, objectSignature, objectType, tenMicroseconds } from './layout.ts'

// Constants of this module: an imported one is looked up each time round the loop, which takes a quarter of its time.
const { size: sizeAt, headerVersion: versionAt, type: typeAt, flags: unitAt, time: timeAt } = objectField
const { canMessage, canMessage2 } = objectType
const { extended, sent } = frameFlag
const { remote: remoteBit, sent: sentBit } = canFlag
const signature = objectSignature
const coarse = tenMicroseconds
const idBits = idMask
/** Channel, flags and length, behind a header of version 1. */
const headAt = objectHeaderBytes
const idAt = headAt + 4
const dataAt = headAt + 8
const dataBytes = 8
/** CAN_MESSAGE2 appends what is not read. */
const messageBytes = dataAt + dataBytes

/**
 * Fills rows from the objects that begin at `at`, one right behind the other, as long as they are whole CAN_MESSAGE or
 * CAN_MESSAGE2 of data frames: nearly all of most files. Gives where the first object begins that is not.
 */
export function takePlainMessages(view: DataView, at: number, end: number, offset: number, sink: FrameSink): number {
  const { rows } = sink
  const most = Math.min(rows.room, Math.floor((end - at) / messageBytes))
  if (most <= 0) return at
  rows.open()
  rows.reserve(most * dataBytes)
  const { timeNs, bus, id, flags, length, dataStart, dataView } = rows
  let row = rows.count
  let data = rows.dataEnd
  let channel = -1
  let busIndex = 0
  for (const last = row + most; row < last && at + messageBytes <= end; row++) {
    if (view.getInt32(at, true) !== signature) break
    const type = view.getInt32(at + typeAt, true)
    if (type !== canMessage && type !== canMessage2) break
    const size = view.getUint32(at + sizeAt, true)
    if (size < messageBytes || at + size > end || view.getUint16(at + versionAt, true) !== 1) break
    const head = view.getInt32(at + headAt, true)
    const canFlags = (head >>> 16) & 0xff
    if (canFlags & remoteBit) break
    if ((head & 0xffff) !== channel) {
      channel = head & 0xffff
      busIndex = sink.canBus(channel, offset)
    }
    const ticks = view.getUint32(at + timeAt, true) + view.getUint32(at + timeAt + 4, true) * 0x1_0000_0000
    timeNs[row] = view.getInt32(at + unitAt, true) === coarse ? ticks * 10_000 : ticks
    bus[row] = busIndex
    const named = view.getInt32(at + idAt, true)
    id[row] = named & idBits
    flags[row] = ((named >>> 31) * extended) | ((canFlags & sentBit) * sent)
    length[row] = Math.min(dataBytes, head >>> 24)
    // All 8 bytes, whatever the length: what lies behind a payload is nobody's.
    dataStart[row] = data
    dataView.setInt32(data, view.getInt32(at + dataAt, true), true)
    dataView.setInt32(data + 4, view.getInt32(at + dataAt + 4, true), true)
    data += dataBytes
    at += size
    // Here, not behind the loop: the engine has fast code of a loop that was entered slowly, but not of what follows it.
    rows.count = row + 1
    rows.dataEnd = data
  }
  return at
}
