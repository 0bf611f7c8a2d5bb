import { BusList } from '../../bus-list.ts'
import { feedRange, FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import type { FrameBlock, FrameStream } from '../../frames.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { FrameOrder, RecordingEvent } from '../format.ts'
import { FrameRows } from '../frame-rows.ts'
import { largestContainer, unpackContainer } from './container.ts'
import { readFileHeader, type BlfFileHeader } from './file-header.ts'
import { FrameSink } from './frame-sink.ts'
import { containerBytes, objectBaseBytes, objectField, objectSignature, objectType } from './layout.ts'
import { mostPadding, ObjectParser } from './objects.ts'

export interface BlfStream extends FrameStream {
  header: BlfFileHeader
}

/** Opens a BLF file. Memory: one container and one block. */
export async function openBlf(source: ByteSource, order?: FrameOrder): Promise<BlfStream> {
  const header = await readFileHeader(source)
  const buses = new BusList()
  const parser = new ObjectParser({ nestedBytes: source.size * 1032 })
  const { version, origin } = header
  return { header, version, origin, buses: buses.buses, blocks: readBlocks(source, header, buses, parser, order?.reuse ?? false) }
}

/** Comments, markers and triggers, up to 100,000; those before the place where a damaged file ends. */
export async function readBlfEvents(source: ByteSource): Promise<RecordingEvent[]> {
  const header = await readFileHeader(source)
  const parser = new ObjectParser({ nestedBytes: source.size * 1032 })
  try {
    for await (const block of readBlocks(source, header, new BusList(), parser, true)) void block
  } catch (error) {
    if (!(error instanceof ShortRead || error instanceof DamagedBlock)) throw error
  }
  return parser.allEvents()
}

async function* readBlocks(
  source: ByteSource,
  header: BlfFileHeader,
  buses: BusList,
  parser: ObjectParser,
  reuse: boolean,
): AsyncGenerator<FrameBlock> {
  const rows = new FrameRows(reuse)
  const sink = new FrameSink(rows, buses)
  const reader = new FeedReader(feedRange(source, header.objectsStart, source.size, 1, true), true)
  let failure: unknown
  try {
    for (let cut: ShortRead | null = null; !cut;) {
      const size = await nextObject(reader)
      if (size === 0) break
      cut = await load(reader, size, parser)
      while (parser.parse(sink)) yield rows.take()
      if (cut) throw cut
    }
    parser.finish()
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (rows.count > 0) yield rows.take()
  if (failure !== undefined) throw failure
}

/** Moves to the next object of the file and gives its size; 0 at the end. */
async function nextObject(reader: FeedReader): Promise<number> {
  for (let passed = 0; await reader.fill(objectBaseBytes); passed++) {
    const size = reader.view.getUint32(reader.at + objectField.size, true)
    if (reader.view.getUint32(reader.at, true) === objectSignature) {
      if (size < objectBaseBytes) throw new DamagedBlock(`An object of ${size} bytes`, reader.offset)
      return size
    }
    if (passed >= mostPadding) throw new DamagedBlock('No object where one must begin', reader.offset)
    reader.at++
  }
  const rest = reader.bytes.subarray(reader.at)
  if (rest.some((byte) => byte !== 0)) throw new ShortRead('The last object', reader.offset, objectBaseBytes, rest.length)
  return 0
}

/** Brings the object at hand to the parser, unpacked if it is a container; gives the error when the file ends inside it. */
async function load(reader: FeedReader, size: number, parser: ObjectParser): Promise<ShortRead | null> {
  const { offset } = reader
  const type = reader.view.getUint32(reader.at + objectField.type, true)
  const isContainer = type === objectType.container
  if (!isContainer && size > largestContainer) {
    // Nothing that is a frame is that large.
    return (await reader.skip(size)) ? null : new ShortRead('An object', offset, size, 0)
  }
  if (size > largestContainer + containerBytes) throw new DamagedBlock(`A container of ${size} bytes`, offset)
  if (isContainer && size < containerBytes) throw new DamagedBlock(`A container of ${size} bytes`, offset)
  const whole = await reader.fill(size)
  const found = Math.min(size, reader.left)
  const bytes = reader.bytes.subarray(reader.at, reader.at + found)
  reader.at += found
  const cut = whole ? null : new ShortRead(isContainer ? 'A container' : 'An object', offset, size, found)
  if (!isContainer) {
    if (cut) return cut
    parser.room(found).set(bytes)
    parser.loaded(found, offset)
  } else if (found >= containerBytes)
    parser.loaded(
      unpackContainer(bytes, offset, cut !== null, (wanted) => parser.room(wanted)),
      offset,
    )
  return cut
}
