import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import { epochNanoseconds, type Instant } from '../../instant.ts'
import {
  fileHeaderBytes,
  field,
  magic,
  protocol,
  recordBytes,
  status,
  status2,
  status3,
  ticks25ns,
  vsbEpochMs,
} from './records.ts'

const tickNs = 25

/** Writes VSB 0x104: CAN, CAN FD and LIN frames with 25 ns time stamps. Times before 2007 are refused. */
export class VsbWriter {
  #sink: ByteSink
  #buses: readonly Bus[]
  #originTicks: bigint
  #originRestNs: number

  constructor(sink: ByteSink, origin: Instant, buses: readonly Bus[]) {
    const ns = epochNanoseconds(origin) - BigInt(vsbEpochMs) * 1_000_000n
    if (ns < 0n) throw new RangeError('VSB keeps times since 2007-01-01; choose a later start.')
    this.#sink = sink
    this.#buses = buses
    this.#originTicks = ns / BigInt(tickNs)
    this.#originRestNs = Number(ns % BigInt(tickNs))
  }

  /** Must come first, once. */
  async begin(): Promise<void> {
    const head = new Uint8Array(fileHeaderBytes)
    for (let i = 0; i < magic.length; i++) head[i] = magic.charCodeAt(i)
    new DataView(head.buffer).setUint32(magic.length, 0x104, true)
    await this.#sink.write(head)
  }

  /** Appends the frames of `block`; its times count from the origin given at construction. */
  async write(block: FrameBlock): Promise<void> {
    const bytes = new Uint8Array(this.#sizeOf(block))
    const view = new DataView(bytes.buffer)
    const originHigh = Number(this.#originTicks >> 32n)
    const originLow = Number(this.#originTicks & 0xffff_ffffn)
    let at = 0
    for (let row = 0; row < block.count; row++) {
      const ticks = Math.round(((block.timeNs[row] ?? 0) + this.#originRestNs) / tickNs) + originLow
      view.setUint32(at + field.timeHardware2, originHigh + Math.floor(ticks / 0x1_0000_0000), true)
      view.setUint32(at + field.timeHardware, ticks % 0x1_0000_0000, true)
      at = this.#putRecord(bytes, view, at, block, row)
    }
    await this.#sink.write(bytes)
  }

  #sizeOf(block: FrameBlock): number {
    let size = block.count * recordBytes
    for (let row = 0; row < block.count; row++) {
      const length = block.length[row] ?? 0
      if (length > 8) size += length
    }
    return size
  }

  #putRecord(bytes: Uint8Array, view: DataView, at: number, block: FrameBlock, row: number): number {
    const bus = this.#buses[block.bus[row] ?? 0]
    const flags = block.flags[row] ?? 0
    const length = block.length[row] ?? 0
    const start = block.dataStart[row] ?? 0
    const network = bus?.channel ?? 0
    let bits = status.networkMessage
    if (flags & frameFlag.extended) bits |= status.extended
    if (flags & frameFlag.remote) bits |= status.remote
    if (flags & frameFlag.sent) bits |= status.sent
    if (flags & frameFlag.error) bits |= status.globalError
    if (flags & frameFlag.fd) bits |= status.fd
    view.setUint32(at + field.status, bits, true)
    if (flags & frameFlag.error) view.setUint32(at + field.status2, status2.errorFrame, true)
    bytes[at + field.timeHardwareId] = ticks25ns
    bytes[at + field.network] = network & 0xff
    bytes[at + field.network2] = network >>> 8
    bytes[at + field.protocol] = bus?.kind === 'LIN' ? protocol.lin : flags & frameFlag.fd ? protocol.canFd : protocol.can
    bytes[at + field.headerLength] = bus?.kind === 'LIN' ? 1 : 4
    bytes[at + field.dataLength] = length & 0xff
    view.setUint32(at + field.id, block.id[row] ?? 0, true)
    const inline = Math.min(8, length)
    for (let i = 0; i < inline; i++) bytes[at + field.data + i] = block.data[start + i] ?? 0
    if (flags & frameFlag.fd) {
      const brs = flags & frameFlag.bitRateSwitch ? status3.bitRateSwitch : 0
      view.setUint32(at + field.status3, brs | (flags & frameFlag.errorState ? status3.errorState : 0), true)
    }
    if (length <= 8) return at + recordBytes
    bytes[at + field.extraDataEnabled] = 1
    view.setUint32(at + field.extraData, length, true)
    bytes.set(block.data.subarray(start, start + length), at + recordBytes)
    return at + recordBytes + length
  }
}
