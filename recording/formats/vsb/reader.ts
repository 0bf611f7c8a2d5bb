import { BusList } from '../../bus-list.ts'
import { feedRange, FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import type { FrameBlock, FrameStream } from '../../frames.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { FrameOrder } from '../format.ts'
import { FrameRows } from '../frame-rows.ts'
import { VsbClock } from './clock.ts'
import { ExtraDataSection, mostExtraBytes } from './extra-data.ts'
import { flagsOf, takePlainRecords, VsbBuses } from './plain-records.ts'
import { readPreamble, type VsbPreamble } from './preamble.ts'
import { field, recordBytes, vsbEpochMs } from './records.ts'

/** Bytes of a time stamp that 0x103 and older put after the last record. */
const trailerBytes = 24
const longestData = 65_535

export interface VsbStream extends FrameStream {
  version: string
  preamble: VsbPreamble
}

/** Opens a VSB file of version 0x102, 0x103 or 0x104. */
export async function openVsb(source: ByteSource, order?: FrameOrder): Promise<VsbStream> {
  const preamble = await readPreamble(source)
  const reader = new FeedReader(feedRange(source, preamble.recordsStart, source.size, 1, true), true)
  const hasRecord = await reader.fill(recordBytes)
  const clock = hasRecord ? new VsbClock(reader.view, reader.at, preamble.version === 0x103) : null
  const buses = new BusList()
  return {
    preamble,
    origin: clock?.origin ?? { epochMs: vsbEpochMs, nanos: 0 },
    buses: buses.buses,
    version: `0x${preamble.version.toString(16)}`,
    blocks: readBlocks(source, preamble, reader, clock, buses, order?.reuse ?? false),
  }
}

async function* readBlocks(
  source: ByteSource,
  preamble: VsbPreamble,
  reader: FeedReader,
  clock: VsbClock | null,
  buses: BusList,
  reuse: boolean,
): AsyncGenerator<FrameBlock> {
  const rows = new FrameRows(reuse)
  const known = new VsbBuses(buses)
  const section = new ExtraDataSection(source, preamble)
  let failure: unknown
  try {
    while (clock && (reader.left >= recordBytes || (await reader.fill(recordBytes)))) {
      const plain = takePlainRecords(reader.bytes, reader.view, reader.at, reader.offset, clock, known, rows)
      if (plain > reader.at) {
        reader.at = plain
        if (rows.room === 0) yield rows.take()
        continue
      }
      const { view, at } = reader
      const network = view.getUint8(at + field.network) + view.getUint8(at + field.network2) * 256
      const protocolNumber = view.getUint8(at + field.protocol)
      const bus = known.indexOf(network, protocolNumber, reader.offset)
      const timeNs = clock.nanoseconds(view, at)
      const id = view.getUint32(at + field.id, true)
      const flags = flagsOf(view, at, protocolNumber)
      const hasExtra = view.getUint8(at + field.extraDataEnabled) !== 0 && view.getUint32(at + field.extraData, true) !== 0
      if (hasExtra) {
        const extra = await extraOf(preamble, section, reader)
        rows.add(timeNs, bus, id, flags, extra, 0, Math.min(extra.length, longestData))
      } else {
        rows.add(timeNs, bus, id, flags, reader.bytes, at + field.data, Math.min(8, view.getUint8(at + field.dataLength)))
        reader.at += recordBytes
      }
      if (rows.room === 0) yield rows.take()
    }
    checkEnd(preamble, reader)
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (rows.count > 0) yield rows.take()
  if (failure !== undefined) throw failure
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
