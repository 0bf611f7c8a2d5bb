import { ShortRead } from '../../recording-error.ts'
import type { GroupReading, Pass } from './group-readings.ts'
import type { DataGroup } from './groups.ts'
import { RecordBatch } from './record-batch.ts'
import { sortedSpan } from './sorted-span.ts'

/**
 * In a header pass: counts the samples of a sorted group of signals from the two ends of its data. False when the
 * records must be read one by one, because they are frames or several groups share the data.
 */
export async function countSorted(pass: Pass, dataGroup: DataGroup, readings: readonly GroupReading[]): Promise<boolean> {
  const [group, other] = dataGroup.groups
  const [reading] = readings
  if (!pass.finalized || !group || other || dataGroup.recordIdBytes > 0 || group.recordBytes === 0) return false
  if (!reading?.samples) return false
  const span = await sortedSpan(pass.source, dataGroup.data, group.recordBytes, group.cycleCount, pass.budget)
  const batch = new RecordBatch()
  if (span.count > 0) {
    const ends = new Uint8Array(group.recordBytes * 2)
    ends.set(span.first)
    ends.set(span.last, group.recordBytes)
    // A virtual time is made from the record's number; the two ends are taken as the first and the last of the group.
    for (const [at, index] of [
      [0, 0],
      [group.recordBytes, span.count - 1],
    ] as const) {
      batch.over(ends, new DataView(ends.buffer), dataGroup.data, index)
      batch.add(at, 0)
      reading.samples.count(batch, at === 0 ? span.count - 1 : 1)
    }
  }
  if (span.endsEarlyAt !== null)
    throw new ShortRead(`A group of ${group.cycleCount} records`, span.endsEarlyAt, group.recordBytes, 0)
  return true
}
