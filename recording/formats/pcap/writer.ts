import type { ByteSink } from '../../byte-sink.ts'
import type { Bus, FrameBlock } from '../../frames.ts'
import { addNanoseconds, type Instant } from '../../instant.ts'
import type { FrameWriter } from '../format.ts'
import { linkType, pcapHeaderBytes, pcapRecordBytes } from './layout.ts'
import { canPacketBytes, canRefusal, putCanPacket } from './packets.ts'

const snapLength = 262_144
const nanosecondMagic = 0xa1b23c4d

/** Writes a pcap file of SocketCAN packets with nanoseconds. */
export class PcapWriter implements FrameWriter {
  #sink: ByteSink
  #origin: Instant = { epochMs: 0, nanos: 0 }
  #buses: readonly Bus[] = []
  #dropped = new Map<string, number>()

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#origin = origin
    this.#buses = buses
    const head = new DataView(new ArrayBuffer(pcapHeaderBytes))
    head.setUint32(0, nanosecondMagic, true)
    head.setUint16(4, 2, true)
    head.setUint16(6, 4, true)
    head.setUint32(16, snapLength, true)
    head.setUint32(20, linkType.socketCan, true)
    await this.#sink.write(new Uint8Array(head.buffer))
  }

  async write(block: FrameBlock): Promise<void> {
    const bytes = new Uint8Array(block.count * (pcapRecordBytes + 8 + 64))
    const view = new DataView(bytes.buffer)
    let at = 0
    for (let row = 0; row < block.count; row++) {
      const flags = block.flags[row] ?? 0
      const length = block.length[row] ?? 0
      const kind = this.#buses[block.bus[row] ?? 0]?.kind ?? 'other'
      const reason = kind === 'CAN' ? canRefusal(flags, length) : `${kind} frames`
      if (reason !== null) {
        this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
        continue
      }
      const { epochMs, nanos } = addNanoseconds(this.#origin, block.timeNs[row] ?? 0)
      const size = canPacketBytes(flags, length)
      const seconds = Math.max(0, Math.floor(epochMs / 1000))
      view.setUint32(at, seconds, true)
      view.setUint32(at + 4, (epochMs - seconds * 1000) * 1e6 + nanos, true)
      view.setUint32(at + 8, size, true)
      view.setUint32(at + 12, size, true)
      putCanPacket(bytes, at + pcapRecordBytes, block, row)
      at += pcapRecordBytes + size
    }
    await this.#sink.write(bytes.subarray(0, at))
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    return this.#dropped
  }
}
