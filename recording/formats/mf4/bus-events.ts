import type { ByteSource } from '../../byte-source.ts'
import { frameFlag, type BusKind } from '../../frames.ts'
import { channelType, type Channel } from './channels.ts'
import type { ChannelGroup } from './groups.ts'
import { valueReader, type ValueReader } from './values.ts'

/** How the records of a bus-logging group become frames (ASAM MDF bus logging: names of the composition's parts). */
export interface BusEventLayout {
  kind: BusKind
  channel: ValueReader | null
  id: ValueReader | null
  flags: ValueReader
  length: ValueReader | null
  /** Where the data bytes lie in the record; null when they are kept elsewhere (variable length) or not at all. */
  data: { byteOffset: number; byteLength: number } | null
  /** The data bytes are in a stream of variable-length values. */
  dataElsewhere: boolean
}

const eventName = /^(CAN|LIN|FLX|ETH|MOST)_([A-Za-z]+)(\.BusChannel)?$/
const kinds: Readonly<Record<string, BusKind>> = { CAN: 'CAN', LIN: 'LIN', FLX: 'FlexRay', ETH: 'Ethernet', MOST: 'MOST' }
const dataEvents = ['DataFrame', 'RemoteFrame', 'Frame', 'Pdu', 'Message', 'Packet']
const extendedIdBit = 0x8000_0000

/** The layout of a bus-logging group, or null for a group of signals. */
export async function busEventLayout(source: ByteSource, group: ChannelGroup): Promise<BusEventLayout | null> {
  for (const event of group.channels) {
    const match = eventName.exec(event.name)
    const kind = kinds[match?.[1] ?? '']
    if (!kind || !match?.[2]) continue
    // Some writers put the parts beside the event instead of below it, or only the parts.
    const parts = [...event.parts, ...group.channels]
    const prefix = `${match[1]}_${match[2]}.`
    if (!parts.some((part) => part.name.startsWith(prefix))) continue
    return layoutOf(source, kind, match[2], group.recordBytes, (name) => parts.find((part) => part.name === prefix + name))
  }
  return null
}

async function layoutOf(
  source: ByteSource,
  kind: BusKind,
  eventKind: string,
  recordBytes: number,
  part: (name: string) => Channel | undefined,
): Promise<BusEventLayout> {
  const reader = async (name: string): Promise<ValueReader | null> => {
    const channel = part(name)
    return channel ? valueReader(source, channel, recordBytes) : null
  }
  const data = part('DataBytes')
  const inRecord = data && data.type !== channelType.variable && data.byteOffset + data.bitCount / 8 <= recordBytes
  const constant = (eventKind === 'RemoteFrame' ? frameFlag.remote : 0) | (dataEvents.includes(eventKind) ? 0 : frameFlag.error)
  const id = await reader(kind === 'FlexRay' ? 'FrameID' : 'ID')
  return {
    kind,
    channel: await reader('BusChannel'),
    id,
    flags: await flagReader(kind, constant, id, reader),
    length: (await reader('DataLength')) ?? (await reader('ReceivedDataByteCount')),
    data: inRecord ? { byteOffset: data.byteOffset, byteLength: Math.floor(data.bitCount / 8) } : null,
    dataElsewhere: data !== undefined && !inRecord,
  }
}

async function flagReader(
  kind: BusKind,
  constant: number,
  id: ValueReader | null,
  reader: (name: string) => Promise<ValueReader | null>,
): Promise<ValueReader> {
  const bits: [ValueReader, number][] = []
  const add = async (name: string, bit: number): Promise<void> => {
    const value = await reader(name)
    if (value) bits.push([value, bit])
  }
  await add('Dir', frameFlag.sent)
  if (kind !== 'CAN')
    return (view, at, index) => bits.reduce((flags, [value, bit]) => (value(view, at, index) ? flags | bit : flags), constant)
  await add('IDE', frameFlag.extended)
  await add('EDL', frameFlag.fd)
  await add('BRS', frameFlag.bitRateSwitch)
  await add('ESI', frameFlag.errorState)
  return (view, at, index) => {
    let flags = constant
    for (const [value, bit] of bits) if (value(view, at, index) !== 0) flags |= bit
    // Writers without an IDE channel mark extended identifiers in bit 31.
    if (id && id(view, at, index) >= extendedIdBit) flags |= frameFlag.extended
    return flags
  }
}
