import { frameFlag } from '../../frames.ts'
import { etherTypeOf } from '../pcap/ether-type.ts'
import { sentFlag, type FrameSink, type ObjectBody } from './frame-sink.ts'
import { objectType } from './layout.ts'

interface ObjectReader {
  /** Shortest body that can be read; shorter ones are passed over. */
  least: number
  add(body: ObjectBody, sink: FrameSink): void
}

/** LIN objects of the first kind: channel, identifier, length, data. */
const lin = (flags: number, withData: boolean): ObjectReader => ({
  least: withData ? 19 : 4,
  add({ bytes, view, at, ...rest }, sink) {
    const direction = withData ? sentFlag(bytes[at + 18] ?? 0) : 0
    const length = withData ? Math.min(8, bytes[at + 3] ?? 0) : 0
    const body = { bytes, view, at, ...rest }
    sink.add('LIN', view.getUint16(at, true), (bytes[at + 2] ?? 0) & 0x3f, flags | direction, body, at + 4, length)
  },
})

/** LIN objects of the second kind: bus event (channel at 12), header times, descriptor, times of the bytes, data. */
const lin2 = (flags: number, data: 'frame' | 'error' | 'none'): ObjectReader => ({
  least: data === 'none' ? 40 : 120,
  add(body, sink) {
    const { bytes, view, at } = body
    const direction = data === 'frame' ? sentFlag(bytes[at + 122] ?? 0) : 0
    const length = data === 'none' ? 0 : Math.min(8, bytes[at + 38] ?? 0)
    sink.add('LIN', view.getUint16(at + 12, true), (bytes[at + 37] ?? 0) & 0x3f, flags | direction, body, at + 112, length)
  },
})

/** A synchronisation error knows its channel only. */
const linSync = (channelAt: number): ObjectReader => ({
  least: channelAt + 2,
  add(body, sink) {
    sink.add('LIN', body.view.getUint16(body.at + channelAt, true), 0, frameFlag.error, body, body.at, 0)
  },
})

const flexRayReceived = (dataAt: number): ObjectReader => ({
  least: dataAt,
  add(body, sink) {
    const { bytes, view, at } = body
    const flags = sentFlag(bytes[at + 6] ?? 0) | (view.getUint32(at + 36, true) & 0x40 ? frameFlag.error : 0)
    const length = Math.min(254, view.getUint16(at + 24, true))
    sink.add('FlexRay', view.getUint16(at, true), view.getUint16(at + 16, true), flags, body, at + dataAt, length)
  },
})

/** Frame with Ethernet header; the objects of this kind differ in where their fields lie. */
const ethernet = (flags: number, at: { channel: number; direction: number; length: number; data: number }): ObjectReader => ({
  least: at.data,
  add(body, sink) {
    const start = body.at + at.data
    const length = Math.max(0, Math.min(body.view.getUint16(body.at + at.length, true), body.end - start))
    const direction = sentFlag(body.view.getUint16(body.at + at.direction, true))
    const type = etherTypeOf(body.bytes, start, length)
    sink.add('Ethernet', body.view.getUint16(body.at + at.channel, true), type, flags | direction, body, start, length)
  },
})
const ethernetEx = { channel: 4, direction: 20, length: 22, data: 32 }

/** ETHERNET_FRAME keeps the header's fields apart; the frame is put together again. */
const ethernetParts: ObjectReader = {
  least: 32,
  add(body, sink) {
    const { bytes, view, at } = body
    const tagged = view.getUint16(at + 18, true) !== 0
    const payload = Math.max(0, Math.min(view.getUint16(at + 22, true), body.end - at - 32))
    const head = tagged ? 18 : 14
    const frame = new Uint8Array(head + payload)
    frame.set(bytes.subarray(at + 8, at + 14))
    frame.set(bytes.subarray(at, at + 6), 6)
    const fields = new DataView(frame.buffer)
    if (tagged) {
      fields.setUint16(12, view.getUint16(at + 18, true))
      fields.setUint16(14, view.getUint16(at + 20, true))
    }
    fields.setUint16(head - 2, view.getUint16(at + 16, true))
    frame.set(bytes.subarray(at + 32, at + 32 + payload), head)
    const whole: ObjectBody = { ...body, bytes: frame, end: frame.length }
    const type = etherTypeOf(frame, 0, frame.length)
    sink.add('Ethernet', view.getUint16(at + 6, true), type, sentFlag(view.getUint16(at + 14, true)), whole, 0, frame.length)
  },
}

/** Objects that are frames of other buses than CAN, by their type. */
export const otherBuses: ReadonlyMap<number, ObjectReader> = new Map<number, ObjectReader>([
  [objectType.linMessage, lin(0, true)],
  [objectType.linCrcError, lin(frameFlag.error, true)],
  [objectType.linReceiveError, lin(frameFlag.error, false)],
  [objectType.linSendError, lin(frameFlag.error, false)],
  [objectType.linSyncError, linSync(0)],
  [objectType.linMessage2, lin2(0, 'frame')],
  [objectType.linCrcError2, lin2(frameFlag.error, 'frame')],
  [objectType.linReceiveError2, lin2(frameFlag.error, 'error')],
  [objectType.linSendError2, lin2(frameFlag.error, 'none')],
  [objectType.linSyncError2, linSync(12)],
  [
    objectType.flexRayData,
    {
      least: 12,
      add(body, sink) {
        const { bytes, view, at } = body
        const id = view.getUint16(at + 4, true)
        sink.add('FlexRay', view.getUint16(at, true), id, sentFlag(bytes[at + 8] ?? 0), body, at + 12, bytes[at + 3] ?? 0)
      },
    },
  ],
  [
    objectType.flexRayMessage,
    {
      least: 32,
      add(body, sink) {
        const { bytes, view, at } = body
        const id = view.getUint16(at + 20, true)
        sink.add('FlexRay', view.getUint16(at, true), id, sentFlag(bytes[at + 2] ?? 0), body, at + 32, bytes[at + 26] ?? 0)
      },
    },
  ],
  [objectType.flexRayReceived, flexRayReceived(44)],
  [objectType.flexRayReceivedEx, flexRayReceived(84)],
  [objectType.ethernetFrame, ethernetParts],
  [objectType.ethernetFrameEx, ethernet(0, ethernetEx)],
  [objectType.ethernetForwarded, ethernet(0, ethernetEx)],
  [objectType.ethernetErrorEx, ethernet(frameFlag.error, ethernetEx)],
  [objectType.ethernetReceiveError, ethernet(frameFlag.error, { channel: 2, direction: 4, length: 12, data: 20 })],
])
