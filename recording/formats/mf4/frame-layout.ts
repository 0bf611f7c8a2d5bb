import type { ByteSource } from '../../byte-source.ts'
import { frameFlag, type BusKind } from '../../frames.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import type { BusEvent } from './bus-events.ts'
import { channelType, type Channel } from './channels.ts'
import { FlagColumns } from './flag-columns.ts'
import type { ChannelGroup } from './groups.ts'
import { timeColumn, type TimeColumn } from './time-column.ts'
import { wordColumn, type WordColumn } from './word-column.ts'

/** Bytes of the record, perhaps in the reverse order. */
export interface RecordBytes {
  byteOffset: number
  byteLength: number
  reversed: boolean
}

/** Where a frame's data are: in the record, or in a stream of values that the record gives an offset into. */
export type DataPlace =
  | { kind: 'none' }
  /** A remote frame has the length that it asks for, and no data: zeros stand for them. */
  | { kind: 'zeros' }
  | { kind: 'record'; byteOffset: number; byteLength: number }
  /** `link`: a channel group of values in the same data, or blocks of values. */
  | { kind: 'stream'; byteOffset: number; byteLength: 4 | 8; link: number }

/** How the records of a group of bus events become the columns of a block. */
export interface FrameLayout {
  kind: BusKind
  recordBytes: number
  time: TimeColumn | null
  channel: WordColumn | null
  id: WordColumn | null
  idMask: number
  /** Identifiers above 11 bits are extended, also where no IDE channel says so or one says otherwise. */
  extendedById: boolean
  flags: FlagColumns
  length: WordColumn | null
  /** The length column is a data length code, for frames that may have 64 bytes. */
  lengthIsCode: boolean
  /** Bytes of the record that belong in front of the data: an Ethernet frame's addresses and type. */
  front: RecordBytes[]
  data: DataPlace
}

const wholeFrames = ['DataFrame', 'RemoteFrame', 'Frame', 'Pdu', 'NullFrame', 'Message', 'Packet']
const bytesType = 10

/** The layout of a group that logs `event`. */
export async function frameLayout(source: ByteSource, group: ChannelGroup, event: BusEvent): Promise<FrameLayout> {
  const { recordBytes } = group
  const word = async (...names: readonly string[]): Promise<WordColumn | null> => {
    const channel = event.part(...names)
    return channel ? wordColumn(source, channel, recordBytes) : null
  }
  // What a remote frame asks for is its code; python-can leaves the length 0.
  const remote = event.what === 'RemoteFrame' && event.part('DLC')
  const lengths = remote ? [] : event.kind === 'CAN' ? ['DataLength'] : ['ReceivedDataByteCount', 'DataLength', 'PayloadLength']
  const length = await word(...lengths)
  const code = length || event.kind !== 'CAN' ? null : await word('DLC')
  return {
    kind: event.kind,
    recordBytes,
    time: await timeColumn(source, group.channels, recordBytes),
    channel: await word('BusChannel', 'FlxChannel'),
    id: await word(
      ...(event.kind === 'FlexRay' ? ['ID', 'FrameID', 'SlotID'] : event.kind === 'Ethernet' ? ['EtherType'] : ['ID']),
    ),
    idMask: event.kind === 'CAN' ? 0x1fff_ffff : 0xffff_ffff,
    extendedById: event.kind === 'CAN',
    flags: await flagColumns(source, event, recordBytes),
    length: length ?? code,
    lengthIsCode: code !== null,
    front: event.kind === 'Ethernet' ? ethernetFront(event, recordBytes) : [],
    data: dataPlace(event, group),
  }
}

async function flagColumns(source: ByteSource, event: BusEvent, recordBytes: number): Promise<FlagColumns> {
  const remote = event.what === 'RemoteFrame' ? frameFlag.remote : 0
  const flags = new FlagColumns(remote | (wholeFrames.includes(event.what) ? 0 : frameFlag.error))
  const add = async (name: string, flag: number): Promise<void> => {
    const channel = event.part(name)
    if (channel) await flags.add(source, channel, flag, recordBytes)
  }
  await add('Dir', frameFlag.sent)
  if (event.kind !== 'CAN') return flags
  await add('IDE', frameFlag.extended)
  await add('EDL', frameFlag.fd)
  await add('BRS', frameFlag.bitRateSwitch)
  await add('ESI', frameFlag.errorState)
  if (event.what === 'ErrorFrame') await add('RTR', frameFlag.remote)
  return flags
}

function dataPlace(event: BusEvent, group: ChannelGroup): DataPlace {
  const data = event.part('DataBytes')
  if (event.what === 'RemoteFrame') return { kind: 'zeros' }
  if (!data) return { kind: 'none' }
  const { byteOffset, bitCount, bitOffset } = data
  if (data.type === channelType.variable) {
    if (data.data === 0) return { kind: 'none' }
    // The standard has offsets of 64 bits; CANedge loggers write 32.
    const byteLength = bitCount === 64 ? 8 : bitCount === 32 ? 4 : 0
    if (byteLength === 0 || bitOffset !== 0 || byteOffset + byteLength > group.recordBytes)
      throw new UnsupportedFeature(`Frame data behind an offset of ${bitCount} bits`, data.offset)
    return { kind: 'stream', byteOffset, byteLength, link: data.data }
  }
  const byteLength = Math.floor(bitCount / 8)
  if (bitOffset !== 0 || byteOffset + byteLength > group.recordBytes)
    throw new UnsupportedFeature('Frame data that do not lie on whole bytes of their record', data.offset)
  return { kind: 'record', byteOffset, byteLength }
}

/** Destination, source and type, so that the data are the frame as it is on the wire, without its checksum. */
function ethernetFront(event: BusEvent, recordBytes: number): RecordBytes[] {
  const part = (name: string, byteLength: number): RecordBytes | null => {
    const channel = event.part(name)
    if (!channel || channel.bitCount !== byteLength * 8 || channel.bitOffset !== 0) return null
    if (channel.byteOffset + byteLength > recordBytes) return null
    return { byteOffset: channel.byteOffset, byteLength, reversed: littleEndian(channel) }
  }
  const front = [part('Destination', 6), part('Source', 6), part('EtherType', 2)]
  const whole = front.filter((bytes) => bytes !== null)
  return whole.length === front.length ? whole : []
}

function littleEndian(channel: Channel): boolean {
  return channel.dataType < bytesType && channel.dataType % 2 === 0
}
