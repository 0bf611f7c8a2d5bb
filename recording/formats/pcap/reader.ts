import { BusList } from '../../bus-list.ts'
import { feedRange, FeedReader } from '../../byte-feed.ts'
import { readExactly, type ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, type FrameBlock, type FrameStream } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { longestPacket, pcapHeaderBytes, pcapMagic, pcapRecordBytes } from './layout.ts'
import { PacketSink, type CaptureInterface } from './packet-sink.ts'

interface PcapHeader {
  littleEndian: boolean
  /** Nanoseconds of one unit of the fraction of a second. */
  fractionNs: number
  linkType: number
  version: string
}

export interface PcapStream extends FrameStream {
  version: string
}

/** Opens a pcap file of either byte order, with micro- or nanoseconds. Its origin is the first packet's time. */
export async function openPcap(source: ByteSource): Promise<PcapStream> {
  const header = await readPcapHeader(source)
  const buses = new BusList()
  const reader = new FeedReader(feedRange(source, pcapHeaderBytes, source.size))
  const hasPacket = await reader.fill(pcapRecordBytes)
  const seconds = hasPacket ? reader.view.getUint32(reader.at, header.littleEndian) : 0
  const fraction = hasPacket ? reader.view.getUint32(reader.at + 4, header.littleEndian) * header.fractionNs : 0
  const origin: Instant = { epochMs: seconds * 1000 + Math.floor(fraction / 1e6), nanos: fraction % 1e6 }
  return {
    version: header.version,
    origin,
    buses: buses.buses,
    blocks: readBlocks(reader, header, seconds, fraction, buses),
  }
}

async function readPcapHeader(source: ByteSource): Promise<PcapHeader> {
  const bytes = await readExactly(source, 0, pcapHeaderBytes, 'The file header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const form = pcapMagic.get(view.getUint32(0, true))
  if (!form) throw new DamagedBlock('No beginning of a capture file', 0)
  const { littleEndian } = form
  const version = `${view.getUint16(4, littleEndian)}.${view.getUint16(6, littleEndian)}`
  if (version !== '2.4') throw new UnsupportedFeature(`Version ${version} of the capture format`, 4)
  // The upper bits speak of checksums at the packets' ends.
  const linkType = view.getUint32(20, littleEndian) & 0xffff
  return { littleEndian, fractionNs: form.nanoseconds ? 1 : 1000, linkType, version }
}

async function* readBlocks(
  reader: FeedReader,
  header: PcapHeader,
  firstSeconds: number,
  firstFraction: number,
  buses: BusList,
): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const sink = new PacketSink(builder, buses)
  const from: CaptureInterface = { linkType: header.linkType, littleEndian: header.littleEndian, channel: 0, name: '' }
  const { littleEndian, fractionNs } = header
  let failure: unknown
  try {
    while (reader.left >= pcapRecordBytes || (await reader.fill(pcapRecordBytes))) {
      const { view, at } = reader
      const seconds = view.getUint32(at, littleEndian) - firstSeconds
      const fraction = view.getUint32(at + 4, littleEndian) * fractionNs - firstFraction
      const length = view.getUint32(at + 8, littleEndian)
      const { offset } = reader
      if (length > longestPacket) throw new DamagedBlock(`A packet of ${length} bytes`, offset)
      const whole = pcapRecordBytes + length
      if (reader.left < whole && !(await reader.fill(whole))) throw new ShortRead('A packet', offset, whole, reader.left)
      sink.add(from, seconds * 1e9 + fraction, reader.bytes, reader.at + pcapRecordBytes, length, 0, offset)
      reader.at += whole
      if (builder.full) yield builder.take()
    }
    if (reader.left > 0) throw new ShortRead('The last packet', reader.offset, pcapRecordBytes, reader.left)
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}
