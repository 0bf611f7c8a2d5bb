import { frameFlag, type FrameBlock } from '../../frames.ts'
import { fields } from './block-writer.ts'
import { cycleCountAt, writeChannelGroup, writeChannels, type ChannelSpec } from './channel-writer.ts'
import { channelType, syncTime } from './channels.ts'
import { dataGroupDataLink, type Mf4File } from './file-writer.ts'
import { RecordData } from './record-data.ts'

// A record: time (u64 ns), bus (u16), flags (u8), id (u32), DLC (u8), length (u8), data.
const busAt = 8
const bitsAt = 10
const idAt = 11
const dlcAt = 15
const lengthAt = 16
const dataAt = 17

const bit = { ide: 0, dir: 1, edl: 2, brs: 3, esi: 4, rtr: 5 } as const
const busEvent = 0x0400
const plainBusEvent = 0x2 | 0x4
const busKinds = { CAN: 2, LIN: 3 } as const

export type EventName = 'CAN_DataFrame' | 'CAN_RemoteFrame' | 'CAN_ErrorFrame' | 'LIN_Frame'

/** One group of bus events, as ASAM MDF bus logging describes it; opened with its first frame. */
export class EventWriter {
  #file: Mf4File
  #records: RecordData
  #dataBytes: number
  #recordBytes: number
  #channelGroup: number
  #dataGroup: number

  private constructor(file: Mf4File, records: RecordData, dataBytes: number, channelGroup: number, dataGroup: number) {
    this.#file = file
    this.#records = records
    this.#dataBytes = dataBytes
    this.#recordBytes = dataAt + dataBytes
    this.#channelGroup = channelGroup
    this.#dataGroup = dataGroup
  }

  /** `dataBytes`: room for data in each record. */
  static async open(file: Mf4File, event: EventName, dataBytes: number, compress: boolean): Promise<EventWriter> {
    const writer = file.blocks
    const kind = event === 'LIN_Frame' ? 'LIN' : 'CAN'
    const recordBytes = dataAt + dataBytes
    const name = await writer.text('TX', kind)
    // Source kind 2: a bus.
    const source = await writer.block(
      'SI',
      [name, name, 0],
      fields(['u8', 2], ['u8', busKinds[kind]], ['u8', 0], ['u8', 0], ['u32', 0]),
    )
    const composition = await writeChannels(writer, eventParts(event, dataBytes))
    const firstChannel = await writeChannels(writer, [
      {
        name: 'Timestamp',
        unit: 's',
        type: channelType.master,
        syncType: syncTime,
        dataType: 0,
        byteOffset: 0,
        bitCount: 64,
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
    const dataGroup = await file.dataGroup(channelGroup)
    return new EventWriter(file, new RecordData(writer, recordBytes, compress), dataBytes, channelGroup, dataGroup)
  }

  /** Appends the first `count` of `rows` of a block; `channels` gives each bus's channel number. */
  async write(block: FrameBlock, rows: Uint32Array, count: number, channels: Uint16Array): Promise<void> {
    const { bytes, at: first } = await this.#records.room(count)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const remote = this.#dataBytes === 0
    for (let i = 0, at = first; i < count; i++, at += this.#recordBytes) {
      const row = rows[i] ?? 0
      const flags = block.flags[row] ?? 0
      const length = block.length[row] ?? 0
      const timeNs = Math.round(block.timeNs[row] ?? 0)
      view.setUint32(at, timeNs % 0x1_0000_0000, true)
      view.setUint32(at + 4, timeNs / 0x1_0000_0000, true)
      view.setUint16(at + busAt, channels[block.bus[row] ?? 0] ?? 0, true)
      bytes[at + bitsAt] = bitsOf(flags)
      view.setUint32(at + idAt, block.id[row] ?? 0, true)
      bytes[at + dlcAt] = dlcOf(length)
      bytes[at + lengthAt] = length
      if (remote) continue
      const start = block.dataStart[row] ?? 0
      for (let k = 0; k < length; k++) bytes[at + dataAt + k] = block.data[start + k] ?? 0
    }
  }

  /** Writes what is pending and closes the links. */
  async finish(): Promise<void> {
    await this.#file.blocks.link(this.#dataGroup, dataGroupDataLink, await this.#records.finish())
    await this.#file.blocks.number(cycleCountAt(this.#channelGroup), this.#records.recordCount)
  }
}

function bitsOf(flags: number): number {
  const is = (flag: number, position: number): number => (flags & flag ? 1 << position : 0)
  return (
    is(frameFlag.extended, bit.ide) |
    is(frameFlag.sent, bit.dir) |
    is(frameFlag.fd, bit.edl) |
    is(frameFlag.bitRateSwitch, bit.brs) |
    is(frameFlag.errorState, bit.esi) |
    is(frameFlag.remote, bit.rtr)
  )
}

function eventParts(event: EventName, dataBytes: number): ChannelSpec[] {
  const part = (name: string, byteOffset: number, bitCount: number, bitOffset = 0, dataType = 0): ChannelSpec => ({
    name: `${event}.${name}`,
    type: channelType.fixed,
    dataType,
    byteOffset,
    bitOffset,
    bitCount,
    flags: busEvent,
  })
  const data = dataBytes > 0 ? [part('DataBytes', dataAt, dataBytes * 8, 0, 10)] : []
  if (event === 'LIN_Frame')
    return [
      part('BusChannel', busAt, 16),
      part('ID', idAt, 6),
      part('DataLength', lengthAt, 8),
      part('ReceivedDataByteCount', lengthAt, 8),
      ...data,
      part('Dir', bitsAt, 1, bit.dir),
    ]
  return [
    part('BusChannel', busAt, 16),
    part('ID', idAt, 29),
    part('IDE', bitsAt, 1, bit.ide),
    part('DLC', dlcAt, 8),
    part('DataLength', lengthAt, 8),
    ...data,
    part('Dir', bitsAt, 1, bit.dir),
    part('EDL', bitsAt, 1, bit.edl),
    part('BRS', bitsAt, 1, bit.brs),
    part('ESI', bitsAt, 1, bit.esi),
    ...(event === 'CAN_ErrorFrame' ? [part('RTR', bitsAt, 1, bit.rtr)] : []),
  ]
}

const fdLengths = [12, 16, 20, 24, 32, 48, 64]

/** CAN and CAN FD data length code of a data length in bytes. */
function dlcOf(length: number): number {
  return length <= 8 ? length : 9 + fdLengths.findIndex((fdLength) => length <= fdLength)
}
