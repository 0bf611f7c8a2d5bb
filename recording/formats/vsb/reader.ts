import { BusList } from '../../bus-list.ts'
import { feedRange, FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, frameFlag, type FrameBlock, type FrameStream } from '../../frames.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import { VsbClock } from './clock.ts'
import { ExtraDataSection, mostExtraBytes } from './extra-data.ts'
import { networkName } from './networks.ts'
import { readPreamble, type VsbPreamble } from './preamble.ts'
import { field, kindOfProtocol, protocol, recordBytes, status, status2, status3, vsbEpochMs } from './records.ts'

/** Bytes of a time stamp that 0x103 and older put after the last record. */
const trailerBytes = 24
const longestData = 65_535

export interface VsbStream extends FrameStream {
  version: string
  preamble: VsbPreamble
}

/** Opens a VSB file of version 0x102, 0x103 or 0x104. */
export async function openVsb(source: ByteSource): Promise<VsbStream> {
  const preamble = await readPreamble(source)
  const reader = new FeedReader(feedRange(source, preamble.recordsStart, source.size))
  const hasRecord = await reader.fill(recordBytes)
  const clock = hasRecord ? new VsbClock(reader.view, reader.at, preamble.version === 0x103) : null
  const buses = new BusList()
  return {
    preamble,
    origin: clock?.origin ?? { epochMs: vsbEpochMs, nanos: 0 },
    buses: buses.buses,
    version: `0x${preamble.version.toString(16)}`,
    blocks: readBlocks(source, preamble, reader, clock, buses),
  }
}

async function* readBlocks(
  source: ByteSource,
  preamble: VsbPreamble,
  reader: FeedReader,
  clock: VsbClock | null,
  buses: BusList,
): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const section = new ExtraDataSection(source, preamble)
  let failure: unknown
  try {
    while (clock && (reader.left >= recordBytes || (await reader.fill(recordBytes)))) {
      const { view, at } = reader
      const network = view.getUint8(at + field.network) + view.getUint8(at + field.network2) * 256
      const protocolNumber = view.getUint8(at + field.protocol)
      const bus = buses.indexOf(kindOfProtocol(protocolNumber), network, reader.offset, networkName)
      const timeNs = clock.nanoseconds(view, at)
      const id = view.getUint32(at + field.id, true)
      const flags = flagsOf(view, at, protocolNumber)
      const hasExtra = view.getUint8(at + field.extraDataEnabled) !== 0 && view.getUint32(at + field.extraData, true) !== 0
      if (hasExtra) {
        const extra = await extraOf(preamble, section, reader)
        builder.add(timeNs, bus, id, flags, extra, 0, Math.min(extra.length, longestData))
      } else {
        builder.add(timeNs, bus, id, flags, reader.bytes, at + field.data, Math.min(8, view.getUint8(at + field.dataLength)))
        reader.at += recordBytes
      }
      if (builder.full) yield builder.take()
    }
    checkEnd(preamble, reader)
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}

function flagsOf(view: DataView, at: number, protocolNumber: number): number {
  const bits = view.getUint32(at + field.status, true)
  let flags = 0
  if (bits & status.extended) flags |= frameFlag.extended
  if (bits & status.remote) flags |= frameFlag.remote
  if (bits & status.sent) flags |= frameFlag.sent
  if (bits & status.globalError || view.getUint32(at + field.status2, true) & status2.errorFrame) flags |= frameFlag.error
  if (protocolNumber === protocol.canFd) {
    flags |= frameFlag.fd
    const fdBits = view.getUint32(at + field.status3, true)
    if (fdBits & status3.bitRateSwitch) flags |= frameFlag.bitRateSwitch
    if (fdBits & status3.errorState) flags |= frameFlag.errorState
  }
  return flags
}

/** The extra data of the record at hand; moves behind the record (and in 0x104 behind its data). */
async function extraOf(preamble: VsbPreamble, section: ExtraDataSection, reader: FeedReader): Promise<Uint8Array> {
  const recordOffset = reader.offset
  const extra = reader.view.getUint32(reader.at + field.extraData, true)
  if (preamble.version !== 0x104) {
    reader.at += recordBytes
    return section.entry(extra, recordOffset)
  }
  if (extra > mostExtraBytes) throw new DamagedBlock(`A record with ${extra} bytes of extra data`, recordOffset)
  if (!(await reader.fill(recordBytes + extra)))
    throw new ShortRead('A record with extra data', recordOffset, recordBytes + extra, reader.left)
  const bytes = reader.bytes.subarray(reader.at + recordBytes, reader.at + recordBytes + extra)
  reader.at += recordBytes + extra
  return bytes
}

function checkEnd(preamble: VsbPreamble, reader: FeedReader): void {
  const isTrailer = preamble.version !== 0x104 && reader.left === trailerBytes
  if (reader.left > 0 && !isTrailer) throw new ShortRead('The last record', reader.offset, recordBytes, reader.left)
}
