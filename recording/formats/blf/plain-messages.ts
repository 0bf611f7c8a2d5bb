import { frameFlag } from '../../frames.ts'
import type { FrameSink } from './frame-sink.ts'
import { canFlag, idMask, objectField, objectHeaderBytes, objectSignature, objectType, tenMicroseconds } from './layout.ts'

/** Header of version 1, body and 8 bytes of data; CAN_MESSAGE2 appends what is not read. */
const messageBytes = objectHeaderBytes + 16
/** Channel, flags and length; the identifier; the data. */
const body = { head: 32, id: 36, data: 40 } as const
const dataBytes = 8

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
  let [channel, busIndex] = [-1, 0]
  for (const last = row + most; row < last && at + messageBytes <= end; row++) {
    if (view.getInt32(at, true) !== objectSignature) break
    const type = view.getInt32(at + objectField.type, true)
    if (type !== objectType.canMessage && type !== objectType.canMessage2) break
    const size = view.getUint32(at + objectField.size, true)
    if (size < messageBytes || at + size > end || view.getUint16(at + objectField.headerVersion, true) !== 1) break
    const head = view.getInt32(at + body.head, true)
    const canFlags = (head >>> 16) & 0xff
    if (canFlags & canFlag.remote) break
    if ((head & 0xffff) !== channel) {
      channel = head & 0xffff
      busIndex = sink.canBus(channel, offset)
    }
    const ticks = view.getUint32(at + objectField.time, true) + view.getUint32(at + objectField.time + 4, true) * 0x1_0000_0000
    timeNs[row] = view.getInt32(at + objectField.flags, true) === tenMicroseconds ? ticks * 10_000 : ticks
    bus[row] = busIndex
    const named = view.getInt32(at + body.id, true)
    id[row] = named & idMask
    flags[row] = ((named >>> 31) * frameFlag.extended) | ((canFlags & canFlag.sent) * frameFlag.sent)
    length[row] = Math.min(dataBytes, head >>> 24)
    // All 8 bytes, whatever the length: payloads then begin at whole words, which are decoded faster.
    dataStart[row] = data
    dataView.setInt32(data, view.getInt32(at + body.data, true), true)
    dataView.setInt32(data + 4, view.getInt32(at + body.data + 4, true), true)
    data += dataBytes
    at += size
    // Here, not behind the loop: the engine has fast code of a loop that was entered slowly, but not of what follows it.
    rows.count = row + 1
    rows.dataEnd = data
  }
  return at
}
