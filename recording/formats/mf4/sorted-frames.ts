import { chunkBytes, FeedReader } from '../../byte-feed.ts'
import { framesPerBlock, type FrameBlock } from '../../frames.ts'
import { ShortRead } from '../../recording-error.ts'
import { feedFragments } from './fragments.ts'
import type { DataPlace } from './frame-layout.ts'
import { dataBytesPerBlock, type FrameRows } from '../frame-rows.ts'
import type { GroupReading, Pass } from './group-readings.ts'
import type { DataGroup } from './groups.ts'
import { RecordBatch } from './record-batch.ts'
import { ReadingBudget } from './reading-budget.ts'
import { RemoteTimes } from './remote-times.ts'
import { ValueFeed } from './value-window.ts'

/**
 * The frames (or the counted samples) of a data group with one group of records and no record ids. Fills `rows`, and
 * gives a block whenever it is full; what is left stays in `rows`, also when reading fails.
 */
export async function* sortedFrames(
  pass: Pass,
  dataGroup: DataGroup,
  reading: GroupReading,
  rows: FrameRows,
): AsyncGenerator<FrameBlock> {
  const { group, filler, samples } = reading
  const { recordBytes } = group
  if (recordBytes === 0) return
  // Chunks of whole blocks, where they are not too long: then data can stay in them. No block outlives its chunk.
  const blockBytes = recordBytes * framesPerBlock
  const unit = blockBytes <= chunkBytes ? blockBytes : recordBytes
  const reader = new FeedReader(feedFragments(pass.source, dataGroup.data, !pass.finalized, pass.budget, unit, true))
  const batch = new RecordBatch()
  const values = pass.withData ? valueFeed(pass, reading) : undefined
  const times =
    group.remoteMaster !== 0 && group.remoteMaster !== group.offset
      ? await RemoteTimes.open(pass.source, pass.firstDataGroup, group.remoteMaster, pass.finalized)
      : null
  // Unfinished files may say any number of records; only their data count.
  const records = pass.finalized ? group.cycleCount : Infinity
  const mostAtOnce = Math.max(1, Math.floor(dataBytesPerBlock / recordBytes))
  for (let index = 0; index < records;) {
    if (reader.left < recordBytes && !(await reader.fill(recordBytes))) {
      if (reader.left > 0) throw new ShortRead('The last record', reader.offset, recordBytes, reader.left)
      if (pass.finalized) throw new ShortRead(`A group of ${records} records`, reader.offset, recordBytes, 0)
      return
    }
    const room = filler ? rows.room : framesPerBlock
    const count = Math.min(Math.floor(reader.left / recordBytes), records - index, room, mostAtOnce)
    batch.over(reader.bytes, reader.view, reader.offset, index)
    batch.setRun(reader.at, recordBytes, count, filler ? rows.count : 0)
    if (filler) {
      rows.open()
      if (values) batch.count = await valuesAtHand(batch, values, filler.layout.data)
      filler.fill(batch, rows, values?.window)
      await times?.read(batch.count, rows.timeNs, rows.count)
      rows.count += batch.count
    } else samples?.count(batch)
    reader.at += batch.count * recordBytes
    index += batch.count
    if (filler && rows.room === 0) yield rows.take()
  }
}

function valueFeed(pass: Pass, { filler }: GroupReading): ValueFeed | undefined {
  const place = filler?.layout.data
  if (place?.kind !== 'stream') return undefined
  // Values are read beside the records, so they have their own allowance of one file length for each pass over them.
  return new ValueFeed(() => feedFragments(pass.source, place.link, !pass.finalized, new ReadingBudget(pass.source.size)))
}

/** Brings the values of as many of the batch's records to hand as one block should hold; gives how many. */
async function valuesAtHand(batch: RecordBatch, values: ValueFeed, place: DataPlace): Promise<number> {
  const { count } = batch
  if (place.kind !== 'stream') return count
  const { window } = values
  let lowest = Infinity
  let total = 0
  for (let i = 0; i < count; i++) {
    const value = batch.offsetAt(i, place.byteOffset, place.byteLength)
    let length = window.lengthAt(value)
    if (length < 0) {
      // Going back would lose what the rows before need.
      if (i > 0 && (value < window.base || value - lowest > dataBytesPerBlock)) return i
      length = await values.bring(value, Math.min(lowest, value), batch.offset)
      if (length < 0) throw new ShortRead('The data of a frame', batch.offset, 4, 0)
    }
    if (value < lowest) lowest = value
    total += length
    batch.valueBytes = total
    if (total > dataBytesPerBlock) return i + 1
  }
  return count
}
