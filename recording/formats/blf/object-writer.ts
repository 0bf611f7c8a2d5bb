import { frameFlag, type BusKind, type FrameBlock } from '../../frames.ts'
import { canBodyBytes, lengthCode } from './can.ts'
import {
  canFd64Flag,
  canFdErrorFlag,
  canFlag,
  extendedId,
  nanoseconds,
  objectField,
  objectHeaderBytes,
  objectSignature,
  objectType,
} from './layout.ts'

const lengthOf: Record<'CAN' | 'LIN' | 'FlexRay' | 'Ethernet', number> = { CAN: 8, LIN: 8, FlexRay: 254, Ethernet: 65_000 }

/** Why a frame cannot be an object of the file, in a few words; null when it can. */
export function refusal(kind: BusKind, channel: number, flags: number, length: number): string | null {
  if (flags & frameFlag.reassembled) return 'reassembled messages'
  if (kind === 'MOST' || kind === 'other') return `${kind === 'MOST' ? kind : 'other'} frames`
  if (channel > 65_535) return 'frames of channels above 65535'
  if (kind === 'CAN' && flags & frameFlag.fd) {
    if (channel > 255) return 'CAN FD frames of channels above 255'
    return length > 64 ? 'CAN FD frames with more than 64 bytes' : null
  }
  return length > lengthOf[kind] ? `${kind} frames with more than ${lengthOf[kind]} bytes` : null
}

/** Objects in memory, until a container is full. */
export class ObjectBuffer {
  #bytes = new Uint8Array(256 * 1024)
  #view = new DataView(this.#bytes.buffer)
  length = 0

  /** The first `count` bytes as a copy; they are gone from the buffer then. */
  take(count: number): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, count)
    this.#bytes.copyWithin(0, count, this.length)
    this.length -= count
    return taken
  }

  /** Adds a frame for which `refusal` is null; `timeNs` since the file's start. */
  add(kind: BusKind, channel: number, timeNs: number, block: FrameBlock, row: number): void {
    const flags = block.flags[row] ?? 0
    const length = block.length[row] ?? 0
    if (kind === 'LIN') this.#lin(channel, timeNs, flags, block, row, length)
    else if (kind === 'FlexRay') this.#flexRay(channel, timeNs, flags, block, row, length)
    else if (kind === 'Ethernet') this.#ethernet(channel, timeNs, flags, block, row, length)
    else if (flags & frameFlag.fd) this.#canFd(channel, timeNs, flags, block, row, length)
    else this.#can(channel, timeNs, flags, block, row, length)
  }

  #can(channel: number, timeNs: number, flags: number, block: FrameBlock, row: number, length: number): void {
    const error = (flags & frameFlag.error) !== 0
    const head = error ? canBodyBytes.errorExt : canBodyBytes.message
    const at = this.#open(error ? objectType.canErrorExt : objectType.canMessage, head + 8, timeNs)
    this.#view.setUint16(at, channel, true)
    if (error) {
      this.#bytes[at + 10] = length
      this.#id(at + 16, flags, block, row)
    } else {
      this.#bytes[at + 2] = (flags & frameFlag.remote ? canFlag.remote : 0) | (flags & frameFlag.sent ? canFlag.sent : 0)
      this.#bytes[at + 3] = length
      this.#id(at + 4, flags, block, row)
    }
    if (!(flags & frameFlag.remote)) this.#data(at + head, block, row, length)
  }

  #canFd(channel: number, timeNs: number, flags: number, block: FrameBlock, row: number, length: number): void {
    const error = (flags & frameFlag.error) !== 0
    const head = error ? canBodyBytes.fdError64 : canBodyBytes.fd64
    const at = this.#open(error ? objectType.canFdError64 : objectType.canFdMessage64, head + ((length + 3) & ~3), timeNs)
    const bytes = this.#bytes
    bytes[at] = channel
    bytes[at + 1] = lengthCode(length)
    bytes[at + 2] = length
    const bit = error ? canFdErrorFlag : canFd64Flag
    let fdFlags: number = bit.fd
    if (flags & frameFlag.bitRateSwitch) fdFlags |= bit.bitRateSwitch
    if (flags & frameFlag.errorState) fdFlags |= bit.errorState
    if (error) {
      this.#view.setUint16(at + 8, fdFlags, true)
      this.#id(at + 12, flags, block, row)
    } else {
      this.#id(at + 4, flags, block, row)
      this.#view.setUint32(at + 12, fdFlags, true)
      bytes[at + 34] = flags & frameFlag.sent ? 1 : 0
    }
    this.#data(at + head, block, row, length)
  }

  #lin(channel: number, timeNs: number, flags: number, block: FrameBlock, row: number, length: number): void {
    const at = this.#open(flags & frameFlag.error ? objectType.linCrcError : objectType.linMessage, 24, timeNs)
    this.#view.setUint16(at, channel, true)
    this.#bytes[at + 2] = (block.id[row] ?? 0) & 0x3f
    this.#bytes[at + 3] = length
    this.#data(at + 4, block, row, length)
    this.#bytes[at + 18] = flags & frameFlag.sent ? 1 : 0
  }

  #flexRay(channel: number, timeNs: number, flags: number, block: FrameBlock, row: number, length: number): void {
    const at = this.#open(objectType.flexRayReceivedEx, 84 + ((length + 3) & ~3), timeNs)
    const view = this.#view
    view.setUint16(at, channel, true)
    // Recordings here do not tell FlexRay's channels A and B apart.
    view.setUint16(at + 4, 1, true)
    view.setUint16(at + 6, flags & frameFlag.sent ? 1 : 0, true)
    view.setUint16(at + 16, block.id[row] ?? 0, true)
    view.setUint16(at + 22, length, true)
    view.setUint16(at + 24, length, true)
    view.setUint32(at + 36, flags & frameFlag.error ? 0x40 : 0x02, true)
    this.#data(at + 84, block, row, length)
  }

  #ethernet(channel: number, timeNs: number, flags: number, block: FrameBlock, row: number, length: number): void {
    const error = (flags & frameFlag.error) !== 0
    const at = this.#open(error ? objectType.ethernetErrorEx : objectType.ethernetFrameEx, 32 + ((length + 3) & ~3), timeNs)
    const view = this.#view
    view.setUint16(at, 30, true)
    view.setUint16(at + 4, channel, true)
    view.setUint16(at + 20, flags & frameFlag.sent ? 1 : 0, true)
    view.setUint16(at + 22, length, true)
    this.#data(at + 32, block, row, length)
  }

  #id(at: number, flags: number, block: FrameBlock, row: number): void {
    this.#view.setUint32(at, ((block.id[row] ?? 0) | (flags & frameFlag.extended ? extendedId : 0)) >>> 0, true)
  }

  #data(at: number, block: FrameBlock, row: number, length: number): void {
    const start = block.dataStart[row] ?? 0
    for (let i = 0; i < length; i++) this.#bytes[at + i] = block.data[start + i] ?? 0
  }

  /** The header of an object with a body of zeros, a whole number of words; gives where its body begins. */
  #open(type: number, bodyBytes: number, timeNs: number): number {
    const at = this.length
    const size = objectHeaderBytes + bodyBytes
    if (at + size > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(at + size, this.#bytes.length * 2))
      grown.set(this.#bytes.subarray(0, at))
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    this.#bytes.fill(0, at, at + size)
    const view = this.#view
    view.setUint32(at, objectSignature, true)
    view.setUint16(at + objectField.headerSize, objectHeaderBytes, true)
    view.setUint16(at + objectField.headerVersion, 1, true)
    view.setUint32(at + objectField.size, size, true)
    view.setUint32(at + objectField.type, type, true)
    view.setUint32(at + objectField.flags, nanoseconds, true)
    view.setUint32(at + objectField.time, timeNs % 0x1_0000_0000, true)
    view.setUint32(at + objectField.time + 4, Math.floor(timeNs / 0x1_0000_0000), true)
    this.length = at + size
    return at + objectHeaderBytes
  }
}
