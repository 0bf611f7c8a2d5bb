import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import { fields } from './block-writer.ts'
import { cycleCountAt, writeChannelGroup, writeChannels, type ChannelSpec } from './channel-writer.ts'
import { channelType, syncTime } from './channels.ts'
import { dataGroupDataLink, Mf4File, type Attachment } from './file-writer.ts'
import { RecordData } from './record-data.ts'

// A record: time (u64 ns), bus (u8), flags (u8), id (u32), DLC (u8), length (u8), data.
const timeBytes = 8
const busAt = 8
const bitsAt = 9
const idAt = 10
const dlcAt = 14
const lengthAt = 15
const dataAt = 16

const bit = { ide: 0, dir: 1, edl: 2, brs: 3, esi: 4 } as const
const busEvent = 0x0400
const plainBusEvent = 0x2 | 0x4

interface EventGroup {
  records: RecordData
  channelGroup: number
  dataGroup: number
}

/**
 * Writes CAN bus logging as ASAM describes it: a group CAN_DataFrame (and CAN_RemoteFrame) with BusChannel, ID, IDE, DLC,
 * DataLength, DataBytes, Dir and the CAN FD flags. Other buses' frames and error frames are refused.
 */
export class Mf4CanWriter {
  #file: Mf4File
  #buses: readonly Bus[]
  #dataFrames: EventGroup | undefined
  #remoteFrames: EventGroup | undefined
  #dataBytes: number

  /** `fd`: room for 64 data bytes per frame instead of 8. */
  constructor(sink: ByteSink, buses: readonly Bus[], options: { fd: boolean }) {
    this.#file = new Mf4File(sink)
    this.#buses = buses
    this.#dataBytes = options.fd ? 64 : 8
  }

  /** Must come first, once. */
  async begin(start: Instant, comment: string, attachments: readonly Attachment[] = []): Promise<void> {
    await this.#file.begin(start, comment)
    for (const attachment of attachments) await this.#file.attach(attachment)
  }

  /** Appends the frames of `block`; times count from the start given to `begin`. */
  async write(block: FrameBlock): Promise<void> {
    for (let row = 0; row < block.count; row++) {
      const flags = block.flags[row] ?? 0
      const bus = this.#buses[block.bus[row] ?? 0]
      if (bus?.kind !== 'CAN' || flags & frameFlag.error)
        throw new RangeError('MF4 CAN logging holds data and remote frames of CAN only.')
      if ((block.length[row] ?? 0) > this.#dataBytes) throw new RangeError('A frame of more than 8 bytes needs the option fd.')
      const remote = (flags & frameFlag.remote) !== 0
      const group = remote
        ? (this.#remoteFrames ??= await this.#open('CAN_RemoteFrame'))
        : (this.#dataFrames ??= await this.#open('CAN_DataFrame'))
      const { bytes, at } = await group.records.next()
      this.#put(bytes, at, block, row, bus.channel)
    }
  }

  #put(bytes: Uint8Array, at: number, block: FrameBlock, row: number, channel: number): void {
    const flags = block.flags[row] ?? 0
    const length = block.length[row] ?? 0
    const start = block.dataStart[row] ?? 0
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const timeNs = Math.round(block.timeNs[row] ?? 0)
    view.setUint32(at, timeNs % 0x1_0000_0000, true)
    view.setUint32(at + 4, Math.floor(timeNs / 0x1_0000_0000), true)
    bytes[at + busAt] = channel & 0xff
    const is = (flag: number, position: number): number => (flags & flag ? 1 << position : 0)
    bytes[at + bitsAt] =
      is(frameFlag.extended, bit.ide) |
      is(frameFlag.sent, bit.dir) |
      is(frameFlag.fd, bit.edl) |
      is(frameFlag.bitRateSwitch, bit.brs) |
      is(frameFlag.errorState, bit.esi)
    view.setUint32(at + idAt, block.id[row] ?? 0, true)
    bytes[at + dlcAt] = dlcOf(length)
    bytes[at + lengthAt] = length
    for (let i = 0; i < length; i++) bytes[at + dataAt + i] = block.data[start + i] ?? 0
  }

  async #open(event: 'CAN_DataFrame' | 'CAN_RemoteFrame'): Promise<EventGroup> {
    const writer = this.#file.blocks
    const recordBytes = dataAt + this.#dataBytes
    const source = await writer.block(
      'SI',
      [await writer.text('TX', 'CAN'), await writer.text('TX', 'CAN'), 0],
      fields(
        // Source kind 2 = bus, bus kind 2 = CAN.
        ['u8', 2],
        ['u8', 2],
        ['u8', 0],
        ['u8', 0],
        ['u32', 0],
      ),
    )
    const composition = await writeChannels(writer, eventParts(event, this.#dataBytes))
    const firstChannel = await writeChannels(writer, [
      {
        name: 'Timestamp',
        unit: 's',
        type: channelType.master,
        syncType: syncTime,
        dataType: 0,
        byteOffset: 0,
        bitCount: timeBytes * 8,
        conversion: { kind: 'linear', factor: 1e-9, offset: 0 },
      },
      {
        name: event,
        type: channelType.fixed,
        dataType: 10,
        byteOffset: busAt,
        bitCount: (recordBytes - busAt) * 8,
        flags: busEvent,
        source,
        composition,
      },
    ])
    const channelGroup = await writeChannelGroup(writer, { name: event, firstChannel, source, flags: plainBusEvent, recordBytes })
    const dataGroup = await this.#file.dataGroup(channelGroup)
    return { records: new RecordData(writer, recordBytes), channelGroup, dataGroup }
  }

  /** Must come last: writes what is pending and closes the links. */
  async finish(): Promise<void> {
    this.#dataFrames ??= await this.#open('CAN_DataFrame')
    for (const group of [this.#dataFrames, this.#remoteFrames]) {
      if (!group) continue
      await this.#file.blocks.link(group.dataGroup, dataGroupDataLink, await group.records.finish())
      await this.#file.blocks.number(cycleCountAt(group.channelGroup), group.records.recordCount)
    }
    await this.#file.blocks.align()
  }
}

function eventParts(event: string, dataBytes: number): ChannelSpec[] {
  const part = (name: string, byteOffset: number, bitCount: number, bitOffset = 0, dataType = 0): ChannelSpec => ({
    name: `${event}.${name}`,
    type: channelType.fixed,
    dataType,
    byteOffset,
    bitOffset,
    bitCount,
    flags: busEvent,
  })
  return [
    part('BusChannel', busAt, 8),
    part('ID', idAt, 29),
    part('IDE', bitsAt, 1, bit.ide),
    part('DLC', dlcAt, 8),
    part('DataLength', lengthAt, 8),
    ...(event === 'CAN_DataFrame' ? [part('DataBytes', dataAt, dataBytes * 8, 0, 10)] : []),
    part('Dir', bitsAt, 1, bit.dir),
    part('EDL', bitsAt, 1, bit.edl),
    part('BRS', bitsAt, 1, bit.brs),
    part('ESI', bitsAt, 1, bit.esi),
  ]
}

const fdLengths = [12, 16, 20, 24, 32, 48, 64]

/** CAN and CAN FD data length code of a data length in bytes. */
function dlcOf(length: number): number {
  return length <= 8 ? length : 9 + fdLengths.findIndex((fdLength) => length <= fdLength)
}
