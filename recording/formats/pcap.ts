import type { ByteSource } from '../byte-source.ts'
import type { FrameStream } from '../frames.ts'
import { HeaderTally, tallyFrames, type RecordingHeader } from '../header.ts'
import type { Format, FormatAbilities, FrameFormat } from './format.ts'
import { blockType, pcapMagic } from './pcap/layout.ts'
import { openPcapNg } from './pcap/ng-reader.ts'
import { PcapNgWriter } from './pcap/ng-writer.ts'
import { openPcap } from './pcap/reader.ts'
import { PcapWriter } from './pcap/writer.ts'

const abilities: FormatAbilities = {
  busKinds: ['CAN', 'LIN', 'FlexRay', 'Ethernet', 'other'],
  fd: true,
  remoteFrames: true,
  errorFrames: true,
  channels: false,
  absoluteTime: true,
  timeStepNs: 1,
  signals: false,
  attachments: false,
}

const firstWord = (head: Uint8Array): number =>
  head.length < 4 ? 0 : new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0, true)

/** Capture of tcpdump and others: one link type, SocketCAN or Ethernet among them. */
export const pcap: Format = {
  id: 'pcap',
  name: 'Packet capture',
  extensions: ['cap'],
  abilities,
  detect: (head) => pcapMagic.has(firstWord(head)),
  readFrames: openPcap,
  readHeader: (source) => headerOf('pcap', source, openPcap),
}

/** Capture of Wireshark: sections with several interfaces each. */
export const pcapng: Format = {
  id: 'pcapng',
  name: 'Packet capture, next generation',
  extensions: [],
  abilities: { ...abilities, channels: true },
  detect: (head) => firstWord(head) === blockType.section,
  readFrames: openPcapNg,
  readHeader: (source) => headerOf('pcapng', source, openPcapNg),
}

/** SocketCAN frames with nanoseconds. One capture has one interface: buses are not told apart. */
export const pcapWriter: FrameFormat = {
  id: 'pcap',
  name: pcap.name,
  abilities: { ...abilities, busKinds: ['CAN'] },
  open: (sink) => new PcapWriter(sink),
}

/** Interfaces of their own for CAN, LIN and Ethernet, named as the buses are. */
export const pcapngWriter: FrameFormat = {
  id: 'pcapng',
  name: pcapng.name,
  abilities: { ...pcapng.abilities, busKinds: ['CAN', 'LIN', 'Ethernet'] },
  open: (sink) => new PcapNgWriter(sink),
}

async function headerOf(
  format: string,
  source: ByteSource,
  open: (source: ByteSource) => Promise<FrameStream & { version: string }>,
): Promise<RecordingHeader> {
  const stream = await open(source)
  const tally = new HeaderTally()
  const problem = await tallyFrames(stream, tally)
  const { version } = stream
  return { format, version, ...tally.summary(stream.origin, stream.buses), finalized: true, ...(problem && { problem }) }
}
