import { BusList } from '../../bus-list.ts'
import { pagedSource, type ByteSource } from '../../byte-source.ts'
import type { FrameBlock, FrameStream } from '../../frames.ts'
import { RecordingError } from '../../recording-error.ts'
import type { FrameOrder } from '../format.ts'
import { countSorted } from './count-sorted.ts'
import { FrameRows } from '../frame-rows.ts'
import { groupReadings, type GroupReading, type Pass } from './group-readings.ts'
import { readDataGroups, readStart, type DataGroup } from './groups.ts'
import { readIdentification, type Identification, versionText } from './identification.ts'
import { ReadingBudget } from './reading-budget.ts'
import type { SignalVisitor } from './sample-count.ts'
import { sortedFrames } from './sorted-frames.ts'
import { inTimeOrder } from './time-order.ts'
import { unsortedFrames } from './unsorted-frames.ts'

export interface Mf4Stream extends FrameStream {
  identification: Identification
}

/** Opens an MF4 file. With a `visitor` (a header pass) the data of frames are not read and signals are counted. */
export async function openMf4(
  plain: ByteSource,
  { order, reuse = false }: FrameOrder = { order: 'file' },
  visitor?: SignalVisitor,
): Promise<Mf4Stream> {
  const source = pagedSource(plain)
  const identification = await readIdentification(source)
  const { start, firstDataGroup } = await readStart(source)
  const buses = new BusList()
  const pass: Pass = {
    source,
    firstDataGroup,
    finalized: identification.finalized,
    budget: new ReadingBudget(source.size),
    buses,
    withData: visitor === undefined,
    visitor,
  }
  return {
    identification,
    version: versionText(identification.versionNumber),
    origin: start,
    buses: buses.buses,
    blocks: order === 'time' ? blocksInTimeOrder(pass, reuse) : blocksInFileOrder(pass, reuse),
  }
}

async function* blocksInFileOrder(pass: Pass, reuse: boolean): AsyncGenerator<FrameBlock> {
  const rows = new FrameRows(reuse)
  const failures: unknown[] = []
  try {
    for await (const dataGroup of readDataGroups(pass.source, pass.firstDataGroup, pass.budget)) {
      try {
        const readings = await groupReadings(pass, dataGroup)
        if (pass.visitor && (await countSorted(pass, dataGroup, readings))) continue
        yield* framesOf(pass, dataGroup, readings, rows)
      } catch (error) {
        // In a cut file the other groups may be whole; the first failure is the one that is told.
        if (!(error instanceof RecordingError)) throw error
        failures.push(error)
      }
    }
  } catch (error) {
    failures.push(error)
  }
  // What was read before a failure still counts.
  if (rows.count > 0) yield rows.take()
  if (failures.length > 0) throw failures[0]
}

async function* blocksInTimeOrder(pass: Pass, reuse: boolean): AsyncGenerator<FrameBlock> {
  const sources: AsyncIterable<FrameBlock>[] = []
  const failures: unknown[] = []
  try {
    for await (const dataGroup of readDataGroups(pass.source, pass.firstDataGroup, pass.budget)) {
      try {
        const readings = await groupReadings(pass, dataGroup)
        if (readings.length > 0) sources.push(framesOfOne(pass, dataGroup, readings, reuse))
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error
        failures.push(error)
      }
    }
  } catch (error) {
    failures.push(error)
  }
  yield* inTimeOrder(sources, reuse)
  if (failures.length > 0) throw failures[0]
}

/** The frames of a data group in blocks of their own. */
async function* framesOfOne(
  pass: Pass,
  dataGroup: DataGroup,
  readings: readonly GroupReading[],
  reuse: boolean,
): AsyncGenerator<FrameBlock> {
  const known = pass.finalized && dataGroup.recordIdBytes === 0 ? dataGroup.groups[0]?.cycleCount : undefined
  const rows = new FrameRows(reuse, known)
  let failure: unknown
  try {
    yield* framesOf(pass, dataGroup, readings, rows)
  } catch (error) {
    failure = error
  }
  if (rows.count > 0) yield rows.take()
  if (failure !== undefined) throw failure
}

function framesOf(
  pass: Pass,
  dataGroup: DataGroup,
  readings: readonly GroupReading[],
  rows: FrameRows,
): AsyncIterable<FrameBlock> {
  const [reading] = readings
  if (!reading || dataGroup.data === 0) return nothing()
  if (dataGroup.recordIdBytes > 0) return unsortedFrames(pass, dataGroup, readings, rows)
  // Without ids there can be only one group of records.
  return reading.group === dataGroup.groups[0] ? sortedFrames(pass, dataGroup, reading, rows) : nothing()
}

async function* nothing(): AsyncGenerator<FrameBlock> {}
