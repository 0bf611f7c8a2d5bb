import { frameFlag } from '../../frames.ts'
import type { FrameSink, ObjectBody } from './frame-sink.ts'
import { canFd64Flag, canFdErrorFlag, canFdFlag, canFlag, extendedId, fdLengths, idMask } from './layout.ts'

/** Length of the body without its data, for each kind. */
export const canBodyBytes = { message: 8, error: 2, errorExt: 24, fd: 20, fd64: 40, fdError64: 44 } as const

const noData = new Uint8Array(64)

/** CAN_MESSAGE, CAN_MESSAGE2: channel, flags, length, identifier, 8 bytes of data. */
export function addCanMessage(body: ObjectBody, sink: FrameSink): void {
  const { bytes, view, at } = body
  const canFlags = bytes[at + 2] ?? 0
  const id = view.getUint32(at + 4, true)
  const flags =
    (id >= extendedId ? frameFlag.extended : 0) |
    (canFlags & canFlag.remote ? frameFlag.remote : 0) |
    (canFlags & canFlag.sent ? frameFlag.sent : 0)
  const length = Math.min(8, bytes[at + 3] ?? 0, body.end - at - canBodyBytes.message)
  const bus = sink.canBus(view.getUint16(at, true), body.offset)
  // A remote frame's length is the one it asks for; it carries no data.
  if (flags & frameFlag.remote) sink.rows.add(body.timeNs, bus, id & idMask, flags, noData, 0, length)
  else sink.rows.add(body.timeNs, bus, id & idMask, flags, bytes, at + canBodyBytes.message, length)
}

/** CAN_ERROR, CAN_OVERLOAD: a channel and no more. */
export function addCanError(body: ObjectBody, sink: FrameSink): void {
  const bus = sink.canBus(body.view.getUint16(body.at, true), body.offset)
  sink.rows.add(body.timeNs, bus, 0, frameFlag.error, body.bytes, body.at, 0)
}

/** CAN_ERROR_EXT: what was received of the frame before the error. */
export function addCanErrorExt(body: ObjectBody, sink: FrameSink): void {
  const { bytes, view, at } = body
  const id = view.getUint32(at + 16, true)
  const flags = frameFlag.error | (id >= extendedId ? frameFlag.extended : 0)
  const length = Math.min(8, bytes[at + 10] ?? 0, body.end - at - canBodyBytes.errorExt)
  const bus = sink.canBus(view.getUint16(at, true), body.offset)
  sink.rows.add(body.timeNs, bus, id & idMask, flags, bytes, at + canBodyBytes.errorExt, length)
}

/** CAN_FD_MESSAGE: 64 bytes of data, of which some are valid. */
export function addCanFdMessage(body: ObjectBody, sink: FrameSink): void {
  const { bytes, view, at } = body
  const canFlags = bytes[at + 2] ?? 0
  const fdFlags = bytes[at + 13] ?? 0
  const id = view.getUint32(at + 4, true)
  let flags = id >= extendedId ? frameFlag.extended : 0
  if (canFlags & canFlag.remote) flags |= frameFlag.remote
  if (canFlags & canFlag.sent) flags |= frameFlag.sent
  if (fdFlags & canFdFlag.fd) flags |= frameFlag.fd
  if (fdFlags & canFdFlag.bitRateSwitch) flags |= frameFlag.bitRateSwitch
  if (fdFlags & canFdFlag.errorState) flags |= frameFlag.errorState
  const length = Math.min(64, bytes[at + 14] ?? 0, body.end - at - canBodyBytes.fd)
  const bus = sink.canBus(view.getUint16(at, true), body.offset)
  if (flags & frameFlag.remote) sink.rows.add(body.timeNs, bus, id & idMask, flags, noData, 0, Math.min(8, bytes[at + 3] ?? 0))
  else sink.rows.add(body.timeNs, bus, id & idMask, flags, bytes, at + canBodyBytes.fd, length)
}

const padded = new Uint8Array(64)

/** CAN_FD_MESSAGE_64: CAN or CAN FD, as many bytes of data as there are. */
export function addCanFdMessage64(body: ObjectBody, sink: FrameSink, objectStart: number): void {
  const { bytes, view, at } = body
  const fdFlags = view.getUint32(at + 12, true)
  const id = view.getUint32(at + 4, true)
  let flags = id >= extendedId ? frameFlag.extended : 0
  if (fdFlags & canFd64Flag.remote) flags |= frameFlag.remote
  if (fdFlags & canFd64Flag.fd) flags |= frameFlag.fd
  if (fdFlags & canFd64Flag.bitRateSwitch) flags |= frameFlag.bitRateSwitch
  if (fdFlags & canFd64Flag.errorState) flags |= frameFlag.errorState
  if (bytes[at + 34]) flags |= frameFlag.sent
  const start = at + canBodyBytes.fd64
  const extraAt = bytes[at + 35] ?? 0
  const stop = extraAt > 0 ? Math.min(body.end, objectStart + extraAt) : body.end
  addFd64Data(body, sink, id & idMask, flags, start, stop)
}

/** CAN_FD_ERROR_64: as CAN_FD_MESSAGE_64, for a frame with an error. */
export function addCanFdError64(body: ObjectBody, sink: FrameSink, objectStart: number): void {
  const { bytes, view, at } = body
  const fdFlags = view.getUint16(at + 8, true)
  const id = view.getUint32(at + 12, true)
  let flags = frameFlag.error | (id >= extendedId ? frameFlag.extended : 0)
  if (fdFlags & canFdErrorFlag.fd) flags |= frameFlag.fd
  if (fdFlags & canFdErrorFlag.bitRateSwitch) flags |= frameFlag.bitRateSwitch
  if (fdFlags & canFdErrorFlag.errorState) flags |= frameFlag.errorState
  const extraAt = bytes[at + 10] ?? 0
  const stop = extraAt > 0 ? Math.min(body.end, objectStart + extraAt) : body.end
  addFd64Data(body, sink, id & idMask, flags, at + canBodyBytes.fdError64, stop)
}

/** The stated number of valid bytes can be more than the object has; the rest is zero then, as Vector's tools show it. */
function addFd64Data(body: ObjectBody, sink: FrameSink, id: number, flags: number, start: number, stop: number): void {
  const { bytes, at } = body
  const bus = sink.canBus(bytes[at] ?? 0, body.offset)
  if (flags & frameFlag.remote) {
    sink.rows.add(body.timeNs, bus, id, flags, noData, 0, Math.min(8, bytes[at + 1] ?? 0))
    return
  }
  const valid = Math.min(64, bytes[at + 2] ?? 0)
  const found = Math.max(0, Math.min(valid, stop - start))
  if (found === valid) {
    sink.rows.add(body.timeNs, bus, id, flags, bytes, start, valid)
    return
  }
  padded.set(noData)
  padded.set(bytes.subarray(start, start + found))
  sink.rows.add(body.timeNs, bus, id, flags, padded, 0, valid)
}

/** The smallest data length code that holds `length` bytes. */
export function lengthCode(length: number): number {
  const code = fdLengths.findIndex((most) => most >= length)
  return code < 0 ? 15 : code
}
