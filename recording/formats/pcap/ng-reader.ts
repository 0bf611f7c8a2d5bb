import { BusList } from '../../bus-list.ts'
import { feedRange, FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, frameFlag, type FrameBlock, type FrameStream } from '../../frames.ts'
import { epochNanoseconds, instantFromEpochNanoseconds } from '../../instant.ts'
import { DamagedBlock, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { blockType, byteOrderMagic, longestPacket, packetFlagsOption } from './layout.ts'
import { PacketSink } from './packet-sink.ts'
import { epochNanosecondsOf, Interfaces, options, type NgInterface } from './sections.ts'

export interface PcapNgStream extends FrameStream {
  version: string
}

/** Opens a PCAPNG file. Its origin is the time of the first packet that has one. */
export async function openPcapNg(source: ByteSource): Promise<PcapNgStream> {
  const { version, originNs } = await findOrigin(source)
  const buses = new BusList()
  const origin = instantFromEpochNanoseconds(originNs)
  return { version, origin, buses: buses.buses, blocks: readBlocks(source, epochNanoseconds(origin), buses) }
}

/** A block at hand: `view` from its type to its trailing length. */
interface Block {
  type: number
  view: DataView
  start: number
  size: number
  offset: number
}

/** Walks the blocks of all sections; `interfaces` is kept up to date. */
class BlockWalk {
  readonly interfaces = new Interfaces()
  readonly reader: FeedReader
  littleEndian = true
  version = ''

  constructor(source: ByteSource) {
    this.reader = new FeedReader(feedRange(source, 0, source.size))
  }

  /** The next packet block, or null at the end. Must be followed by moving `reader.at` by its size. */
  async next(): Promise<Block | null> {
    const { reader } = this
    for (;;) {
      if (reader.left < 12 && !(await reader.fill(12))) {
        if (reader.left > 0) throw new ShortRead('The last block', reader.offset, 12, reader.left)
        return null
      }
      const type = reader.view.getUint32(reader.at, this.littleEndian)
      // The type of a section reads the same in both byte orders, and its next words tell the order.
      if (type === blockType.section) this.#byteOrder()
      const { offset } = reader
      const size = reader.view.getUint32(reader.at + 4, this.littleEndian)
      if (size < 12 || size % 4 !== 0) throw new DamagedBlock(`A block of ${size} bytes`, offset)
      const isPacket = type === blockType.enhancedPacket || type === blockType.oldPacket || type === blockType.simplePacket
      if (!isPacket && type !== blockType.section && type !== blockType.interface) {
        if (!(await reader.skip(size))) throw new ShortRead('A block', offset, size, 0)
        continue
      }
      if (size > longestPacket) throw new DamagedBlock(`A block of ${size} bytes`, offset)
      if (reader.left < size && !(await reader.fill(size))) throw new ShortRead('A block', offset, size, reader.left)
      const start = reader.at
      if (reader.view.getUint32(start + size - 4, this.littleEndian) !== size)
        throw new DamagedBlock('A block whose two lengths differ', offset)
      if (isPacket) return { type, view: reader.view, start, size, offset }
      this.#describe(type, start, size, offset)
      reader.at += size
    }
  }

  #byteOrder(): void {
    const { view, at, offset } = this.reader
    if (view.getUint32(at + 8, true) === byteOrderMagic) this.littleEndian = true
    else if (view.getUint32(at + 8, false) === byteOrderMagic) this.littleEndian = false
    else throw new DamagedBlock('A section without a byte order', offset)
  }

  #describe(type: number, start: number, size: number, offset: number): void {
    const { bytes } = this.reader
    const view = new DataView(bytes.buffer, bytes.byteOffset + start, size)
    if (size < (type === blockType.section ? 28 : 20)) throw new DamagedBlock(`A block of ${size} bytes`, offset)
    if (type === blockType.interface) {
      this.interfaces.add(view, this.littleEndian, offset)
      return
    }
    const major = view.getUint16(12, this.littleEndian)
    this.version ||= `${major}.${view.getUint16(14, this.littleEndian)}`
    if (major !== 1) throw new UnsupportedFeature(`Version ${major} of PCAPNG`, offset)
    this.interfaces.nextSection()
  }
}

/** What is the same in all packet blocks. */
interface Packet {
  from: NgInterface
  /** Null for simple packets, which have no time stamp. */
  time: { high: number; low: number } | null
  start: number
  length: number
  sent: number
}

function packetOf(walk: BlockWalk, block: Block): Packet {
  const { view, start, size, type, offset } = block
  const { littleEndian } = walk
  const simple = type === blockType.simplePacket
  const head = simple ? 12 : 28
  if (size < head + 4) throw new DamagedBlock(`A packet block of ${size} bytes`, offset)
  const index = simple
    ? 0
    : type === blockType.oldPacket
      ? view.getUint16(start + 8, littleEndian)
      : view.getUint32(start + 8, littleEndian)
  const from = walk.interfaces.get(index)
  if (!from) throw new DamagedBlock(`A packet of interface ${index}, which the section does not describe`, offset)
  const room = size - head - 4
  if (simple) {
    const original = view.getUint32(start + 8, littleEndian)
    const length = Math.min(original, from.snapLength || original, room)
    return { from, time: null, start: start + head, length, sent: 0 }
  }
  const length = view.getUint32(start + 20, littleEndian)
  if (length > room) throw new DamagedBlock(`A packet of ${length} bytes in a block of ${size}`, offset)
  const padded = (length + 3) & ~3
  const time = { high: view.getUint32(start + 12, littleEndian), low: view.getUint32(start + 16, littleEndian) }
  return { from, time, start: start + head, length, sent: room > padded ? sentFlagOf(block, head + padded, littleEndian) : 0 }
}

function sentFlagOf(block: Block, optionsAt: number, littleEndian: boolean): number {
  const { view, start, size } = block
  const whole = new DataView(view.buffer, view.byteOffset + start, size)
  for (const { code, at, length } of options(whole, optionsAt, littleEndian))
    if (code === packetFlagsOption && length === 4) return (whole.getUint32(at, littleEndian) & 3) === 2 ? frameFlag.sent : 0
  return 0
}

async function findOrigin(source: ByteSource): Promise<{ version: string; originNs: bigint }> {
  const walk = new BlockWalk(source)
  try {
    for (let block = await walk.next(); block; block = await walk.next()) {
      const { from, time } = packetOf(walk, block)
      if (time) return { version: walk.version, originNs: epochNanosecondsOf(from, time.high, time.low) }
      walk.reader.at += block.size
    }
  } catch (error) {
    // Without its section header nothing can be said; a failure behind it is met again when the packets are read.
    if (walk.version === '') throw error
  }
  return { version: walk.version, originNs: 0n }
}

async function* readBlocks(source: ByteSource, originNs: bigint, buses: BusList): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const sink = new PacketSink(builder, buses)
  const walk = new BlockWalk(source)
  let lastNs = 0
  let failure: unknown
  try {
    for (let block = await walk.next(); block; block = await walk.next()) {
      const { from, time, start, length, sent } = packetOf(walk, block)
      if (time) {
        const first = (from.first ??= { ...time, ns: Number(epochNanosecondsOf(from, time.high, time.low) - originNs) })
        // The difference of the words is exact where the time stamp itself is too large for a double.
        const ticks = (time.high - first.high) * 0x1_0000_0000 + (time.low - first.low)
        lastNs = Math.round(first.ns + ticks * from.tickNs)
      }
      sink.add(from, lastNs, walk.reader.bytes, start, length, sent, block.offset)
      walk.reader.at += block.size
      if (builder.full) yield builder.take()
    }
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}
