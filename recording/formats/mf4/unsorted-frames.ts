import { FeedReader } from '../../byte-feed.ts'
import { framesPerBlock, type FrameBlock } from '../../frames.ts'
import { ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { feedFragments } from './fragments.ts'
import type { DataPlace } from './frame-layout.ts'
import { dataBytesPerBlock, type FrameRows } from '../frame-rows.ts'
import type { GroupReading, Pass } from './group-readings.ts'
import type { DataGroup } from './groups.ts'
import { RecordBatch } from './record-batch.ts'
import { RecordScan } from './record-scan.ts'
import type { ValueWindow } from './value-window.ts'

const mostBytesAhead = 16 * 1024 * 1024

/**
 * The frames (and the counted samples) of a data group whose groups share their data, each record with the id of its
 * group in front. Fills `rows` as `sortedFrames` does; frames stay in the order of the file.
 */
export async function* unsortedFrames(
  pass: Pass,
  dataGroup: DataGroup,
  readings: readonly GroupReading[],
  rows: FrameRows,
): AsyncGenerator<FrameBlock> {
  const reader = new FeedReader(feedFragments(pass.source, dataGroup.data, !pass.finalized, pass.budget))
  const scan = new RecordScan(dataGroup, readings, pass.withData)
  const batches = readings.map(() => new RecordBatch())
  const indexes = readings.map(() => 0)
  for (;;) {
    const before = reader.at
    scan.run(reader)
    rows.open()
    const taken = takeRecords(scan, reader, readings, batches, indexes, rows)
    readings.forEach(({ filler, samples }, slot) => {
      const batch = batches[slot]
      if (!batch || batch.count === 0) return
      if (filler) filler.fill(batch, rows, scan.windows[slot])
      else samples?.count(batch)
      indexes[slot] = (indexes[slot] ?? 0) + batch.count
    })
    rows.count += taken.frames
    scan.release(reader, taken.records)
    if (rows.room === 0) yield rows.take()
    if (taken.records > 0 || reader.at !== before) continue
    if (scan.count === framesPerBlock || reader.left > mostBytesAhead)
      throw new UnsupportedFeature(`Frame data more than ${mostBytesAhead} bytes away from their record`, reader.offset)
    const left = reader.left
    if (scan.skipping > 0) {
      const skip = scan.skipping
      scan.skipping = 0
      if (!(await reader.skip(skip))) throw new ShortRead('The last record', reader.offset, skip, 0)
      scan.moved(reader)
    } else if (!(await reader.fill(left + 1))) {
      if (left > 0) throw new ShortRead('The last record', reader.offset, scan.wanted, left)
      return
    } else scan.moved(reader)
  }
}

/** Sorts the records at hand into one batch per group, up to the first whose data are not at hand or do not fit. */
function takeRecords(
  scan: RecordScan,
  reader: FeedReader,
  readings: readonly GroupReading[],
  batches: readonly RecordBatch[],
  indexes: readonly number[],
  rows: FrameRows,
): { records: number; frames: number } {
  batches.forEach((batch, slot) => batch.over(reader.bytes, reader.view, reader.offset, indexes[slot] ?? 0))
  const { starts, slots, count } = scan
  const { room } = rows
  const places = readings.map(({ filler }) => filler?.layout.data)
  let frames = 0
  let bytes = 0
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0
    const batch = batches[slot]
    if (!batch) continue
    const place = places[slot]
    batch.add(starts[i] ?? 0, place ? rows.count + frames : batch.count)
    if (!place) continue
    const window = scan.windows[slot]
    const added = window ? valueLength(batch, place, window) : place.kind === 'record' ? place.byteLength : 0
    bytes += added
    if (added < 0 || frames === room || (bytes > dataBytesPerBlock && frames > 0)) {
      batch.count--
      return { records: i, frames }
    }
    batch.valueBytes += added
    frames++
  }
  return { records: count, frames }
}

/** Length of the value that the last record of the batch points to, -1 while it is not at hand. */
function valueLength(batch: RecordBatch, place: DataPlace, window: ValueWindow): number {
  if (place.kind !== 'stream') return 0
  const value = batch.offsetAt(batch.count - 1, place.byteOffset, place.byteLength)
  if (value < window.base) throw new UnsupportedFeature('Frame data far in front of their record', batch.offset)
  window.forget(value)
  return window.lengthAt(value)
}
