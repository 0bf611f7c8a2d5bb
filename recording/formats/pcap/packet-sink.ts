import type { BusList } from '../../bus-list.ts'
import { frameFlag, type BusKind, type FrameBlockBuilder } from '../../frames.ts'
import { etherTypeOf } from './ether-type.ts'
import { cookedProtocol, linkType, outgoing, socketCan } from './layout.ts'

/** Where packets of one interface go. */
export interface CaptureInterface {
  linkType: number
  /**
   * Byte order of the file. The identifier of CAN frames with a cooked header is in it, because libpcap stores them as the
   * capturing machine has them; in SocketCAN packets it is in network byte order.
   */
  littleEndian: boolean
  /** Channel of the buses of this interface. */
  channel: number
  name: string
}

const longestData = 65_535
const noData = new Uint8Array(64)

/** Turns captured packets into frames. What is no frame of a known bus is kept whole as a frame of kind `other`. */
export class PacketSink {
  readonly builder: FrameBlockBuilder
  #buses: BusList
  #busOf = new Map<CaptureInterface, { kind: BusKind; channel: number; index: number }>()

  constructor(builder: FrameBlockBuilder, buses: BusList) {
    this.builder = builder
    this.#buses = buses
  }

  /** Adds the packet `bytes[start, start + length)`; `sent` is the flag that its block states, `offset` where it lies. */
  add(
    from: CaptureInterface,
    timeNs: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    sent: number,
    offset: number,
  ): void {
    const type = from.linkType
    if (type === linkType.socketCan) this.#can(from, timeNs, bytes, start, length, sent, from.channel, false, offset)
    else if (type === linkType.ethernet)
      this.#add('Ethernet', from, timeNs, etherTypeOf(bytes, start, length), sent, bytes, start, length, offset)
    else if (type === linkType.linuxCooked && length >= 16) {
      const flags = sent | (word(bytes, start) === outgoing ? frameFlag.sent : 0)
      this.#cooked(from, timeNs, bytes, start, length, flags, word(bytes, start + 14), 16, from.channel, offset)
    } else if (type === linkType.linuxCooked2 && length >= 20) {
      const flags = sent | (bytes[start + 10] === outgoing ? frameFlag.sent : 0)
      // This header names the interface, so that one capture can hold several buses.
      const channel = long(bytes, start + 4)
      this.#cooked(from, timeNs, bytes, start, length, flags, word(bytes, start), 20, channel, offset)
    } else if (type === linkType.lin && length >= 8) this.#lin(from, timeNs, bytes, start, length, sent, offset)
    else if (type === linkType.flexRay && length >= 7 && ((bytes[start] ?? 0) & 0x7f) === 1) {
      // Measurement header, error flags, five bytes of FlexRay header: flags and slot, length in words, checksum, cycle.
      const flags = sent | (bytes[start + 1] ? frameFlag.error : 0)
      const id = word(bytes, start + 2) & 0x7ff
      const wanted = ((bytes[start + 4] ?? 0) >> 1) * 2
      this.#add('FlexRay', from, timeNs, id, flags, bytes, start + 7, Math.min(wanted || length, length - 7), offset)
    } else this.#add('other', from, timeNs, type, sent, bytes, start, length, offset)
  }

  #cooked(
    from: CaptureInterface,
    timeNs: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    flags: number,
    cooked: number,
    head: number,
    channel: number,
    offset: number,
  ): void {
    if (cooked !== cookedProtocol.can && cooked !== cookedProtocol.canFd) {
      this.#add('other', from, timeNs, cooked, flags, bytes, start, length, offset)
      return
    }
    const isFd = cooked === cookedProtocol.canFd
    this.#can(from, timeNs, bytes, start + head, length - head, flags, channel, isFd, offset)
  }

  /** `struct can_frame` and `struct canfd_frame`. */
  #can(
    from: CaptureInterface,
    timeNs: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    sent: number,
    channel: number,
    isFd: boolean,
    offset: number,
  ): void {
    if (length < socketCan.headerBytes) {
      this.#add('other', from, timeNs, from.linkType, sent, bytes, start, length, offset)
      return
    }
    const swapped = from.littleEndian && from.linkType !== linkType.socketCan
    const raw = swapped ? reversedLong(bytes, start) : long(bytes, start)
    const fdFlags = bytes[start + 5] ?? 0
    let flags = sent
    if (raw & socketCan.extended) flags |= frameFlag.extended
    if (raw & socketCan.remote) flags |= frameFlag.remote
    if (raw & socketCan.error) flags |= frameFlag.error
    if (isFd || length === socketCan.fdFrameBytes || fdFlags & socketCan.fd) {
      flags |= frameFlag.fd
      if (fdFlags & socketCan.bitRateSwitch) flags |= frameFlag.bitRateSwitch
      if (fdFlags & socketCan.errorState) flags |= frameFlag.errorState
    }
    const id = raw & (flags & (frameFlag.extended | frameFlag.error) ? socketCan.extendedMask : socketCan.standardMask)
    const wanted = Math.min(flags & frameFlag.fd ? 64 : 8, bytes[start + 4] ?? 0)
    const bus = this.#bus('CAN', from, channel, offset)
    if (flags & frameFlag.remote) this.builder.add(timeNs, bus, id, flags, noData, 0, wanted)
    else {
      const found = Math.min(wanted, length - socketCan.headerBytes)
      this.builder.add(timeNs, bus, id, flags, bytes, start + socketCan.headerBytes, found)
    }
  }

  /** Revision, length and kind, protected identifier, checksum, errors, data. Events such as a wake-up are no frames. */
  #lin(
    from: CaptureInterface,
    timeNs: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    sent: number,
    offset: number,
  ): void {
    const kind = bytes[start + 4] ?? 0
    if (((kind >> 2) & 3) === 3) return
    const flags = sent | (bytes[start + 7] ? frameFlag.error : 0)
    const found = Math.min(8, kind >> 4, length - 8)
    this.#add('LIN', from, timeNs, (bytes[start + 5] ?? 0) & 0x3f, flags, bytes, start + 8, found, offset)
  }

  #add(
    kind: BusKind,
    from: CaptureInterface,
    timeNs: number,
    id: number,
    flags: number,
    bytes: Uint8Array,
    start: number,
    length: number,
    offset: number,
  ): void {
    const found = Math.max(0, Math.min(longestData, length))
    this.builder.add(timeNs, this.#bus(kind, from, from.channel, offset), id, flags, bytes, start, found)
  }

  #bus(kind: BusKind, from: CaptureInterface, channel: number, offset: number): number {
    const known = this.#busOf.get(from)
    if (known && known.kind === kind && known.channel === channel) return known.index
    const named = channel === from.channel ? from.name : ''
    const index = this.#buses.indexOf(kind, channel, offset, () => named || undefined)
    this.#busOf.set(from, { kind, channel, index })
    return index
  }
}

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)
const long = (bytes: Uint8Array, at: number): number => word(bytes, at) * 65_536 + word(bytes, at + 2)
const reversedLong = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0) * 0x1_0000 + (bytes[at + 3] ?? 0) * 0x100_0000
