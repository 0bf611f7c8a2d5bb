import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import { epochNanoseconds, type Instant } from '../../instant.ts'
import type { FrameWriter } from '../format.ts'
import { blockType, byteOrderMagic, interfaceOption, linkType, packetFlagsOption } from './layout.ts'
import { canPacketBytes, canRefusal, putCanPacket, putData, putLinPacket } from './packets.ts'

const linkOf = { CAN: linkType.socketCan, LIN: linkType.lin, Ethernet: linkType.ethernet } as const
type WrittenKind = keyof typeof linkOf

const isWritten = (kind: Bus['kind']): kind is WrittenKind => kind in linkOf
const nanosecondResolution = 9
/** Block head to the packet, then the option of its direction and the end of options, then the length again. */
const packetHead = 28
const packetTail = 12 + 4

/** Writes PCAPNG: one section, an interface for each bus with its name, times in nanoseconds. */
export class PcapNgWriter implements FrameWriter {
  #sink: ByteSink
  #originNs = 0n
  #buses: readonly Bus[] = []
  #interfaces = new Map<number, number>()
  #dropped = new Map<string, number>()

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#originNs = epochNanoseconds(origin)
    this.#buses = buses
    const section = new DataView(new ArrayBuffer(28))
    section.setUint32(0, blockType.section, true)
    section.setUint32(4, 28, true)
    section.setUint32(8, byteOrderMagic, true)
    section.setUint16(12, 1, true)
    // The section's length is not known: -1.
    section.setBigInt64(16, -1n, true)
    section.setUint32(24, 28, true)
    await this.#sink.write(new Uint8Array(section.buffer))
  }

  async write(block: FrameBlock): Promise<void> {
    const parts: Uint8Array[] = []
    const bytes = new Uint8Array(block.length.reduce((sum, length) => sum + length, block.count * (packetHead + packetTail + 12)))
    const view = new DataView(bytes.buffer)
    const originHigh = Number(this.#originNs >> 32n)
    const originLow = Number(this.#originNs & 0xffff_ffffn)
    let done = 0
    let at = 0
    for (let row = 0; row < block.count; row++) {
      const index = block.bus[row] ?? 0
      const bus = this.#buses[index]
      const flags = block.flags[row] ?? 0
      const length = block.length[row] ?? 0
      if (!bus || !isWritten(bus.kind) || refusal(bus.kind, flags, length) !== null) {
        this.#drop(bus, flags, length)
        continue
      }
      let id = this.#interfaces.get(index)
      if (id === undefined) {
        id = this.#interfaces.size
        this.#interfaces.set(index, id)
        // An interface is described before its first packet.
        parts.push(bytes.subarray(done, at), interfaceBlock(bus.kind, bus.name))
        done = at
      }
      const size = bus.kind === 'CAN' ? canPacketBytes(flags, length) : bus.kind === 'LIN' ? 8 + length : length
      const whole = packetHead + ((size + 3) & ~3) + packetTail
      const low = Math.round(block.timeNs[row] ?? 0) + originLow
      view.setUint32(at, blockType.enhancedPacket, true)
      view.setUint32(at + 4, whole, true)
      view.setUint32(at + 8, id, true)
      view.setUint32(at + 12, originHigh + Math.floor(low / 0x1_0000_0000), true)
      view.setUint32(at + 16, low % 0x1_0000_0000, true)
      view.setUint32(at + 20, size, true)
      view.setUint32(at + 24, size, true)
      if (bus.kind === 'CAN') putCanPacket(bytes, at + packetHead, block, row)
      else if (bus.kind === 'LIN') putLinPacket(bytes, at + packetHead, block, row)
      else putData(bytes, at + packetHead, block, row)
      const tail = at + whole - packetTail
      view.setUint16(tail, packetFlagsOption, true)
      view.setUint16(tail + 2, 4, true)
      view.setUint32(tail + 4, flags & frameFlag.sent ? 2 : 1, true)
      view.setUint32(at + whole - 4, whole, true)
      at += whole
    }
    parts.push(bytes.subarray(done, at))
    for (const part of parts) await this.#sink.write(part)
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    return this.#dropped
  }

  #drop(bus: Bus | undefined, flags: number, length: number): void {
    const kind = bus?.kind ?? 'other'
    const reason = isWritten(kind) ? (refusal(kind, flags, length) ?? '') : `${kind} frames`
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + 1)
  }
}

function refusal(kind: WrittenKind, flags: number, length: number): string | null {
  if (kind === 'CAN') return canRefusal(flags, length)
  return kind === 'LIN' && length > 8 ? 'LIN frames with more than 8 bytes' : null
}

function interfaceBlock(kind: WrittenKind, name: string): Uint8Array {
  const text = new TextEncoder().encode(name).subarray(0, 1000)
  const nameBytes = (text.length + 3) & ~3
  const size = 16 + 4 + nameBytes + 8 + 4 + 4
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, blockType.interface, true)
  view.setUint32(4, size, true)
  view.setUint16(8, linkOf[kind], true)
  view.setUint16(16, interfaceOption.name, true)
  view.setUint16(18, text.length, true)
  bytes.set(text, 20)
  const at = 20 + nameBytes
  view.setUint16(at, interfaceOption.timeResolution, true)
  view.setUint16(at + 2, 1, true)
  bytes[at + 4] = nanosecondResolution
  view.setUint32(size - 4, size, true)
  return bytes
}
