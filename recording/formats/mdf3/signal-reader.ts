import { feedRange, FeedReader } from '../../byte-feed.ts'
import { pagedSource, type ByteSource } from '../../byte-source.ts'
import type { Instant } from '../../instant.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { SampleBlock, SignalStream } from '../../signals.ts'
import { busEventOf } from '../mf4/bus-events.ts'
import { FirstFailure, samplesOf, type SignalPlan } from '../mf4/signal-group.ts'
import { ReadingBudget } from '../mf4/reading-budget.ts'
import { RecordFeed } from '../mf4/signal-records.ts'
import { WaitingRecords } from '../mf4/signal-unsorted.ts'
import { Mdf3Blocks } from './blocks.ts'
import { readMdf3DataGroups, type Mdf3DataGroup } from './groups.ts'
import { readMdf3Identification, type Mdf3Identification } from './identification.ts'
import { planMdf3Group } from './plan.ts'
import { readMdf3Start } from './start.ts'

/** An opened file with the plans of all its groups. */
export interface Mdf3File {
  identification: Mdf3Identification
  blocks: Mdf3Blocks
  origin: Instant
  dataGroups: readonly Mdf3DataGroup[]
  plans: readonly SignalPlan[]
  /** What went wrong while the groups were read; the ones before it are whole. */
  failure: FirstFailure
}

/** Reads all metadata of a file, with plans for its groups of signals. */
export async function openMdf3(plain: ByteSource): Promise<Mdf3File> {
  const source = pagedSource(plain)
  const identification = await readMdf3Identification(source)
  const blocks = new Mdf3Blocks(source, identification.little)
  const { start, firstDataGroup } = await readMdf3Start(blocks)
  const budget = new ReadingBudget(source.size)
  const failure = new FirstFailure()
  const dataGroups: Mdf3DataGroup[] = []
  const plans: SignalPlan[] = []
  let number = 0
  try {
    for await (const dataGroup of readMdf3DataGroups(blocks, firstDataGroup, budget)) {
      dataGroups.push(dataGroup)
      for (const group of dataGroup.groups) {
        // Bus logging is read as frames.
        if (busEventOf(group)) continue
        const plan = await planMdf3Group(blocks, dataGroup, group, ++number)
        if (plan) plans.push(plan)
      }
    }
  } catch (error) {
    failure.note(error)
  }
  return { identification, blocks, origin: start, dataGroups, plans, failure }
}

/** The signals of an MDF 3 file. */
export async function readMdf3Signals(plain: ByteSource): Promise<SignalStream> {
  const file = await openMdf3(plain)
  return {
    origin: file.origin,
    buses: [],
    groups: file.plans.map((plan) => plan.description),
    blocks: allSamples(file),
  }
}

/** The samples of all planned groups. */
export async function* allSamples({ blocks, dataGroups, plans, failure, identification }: Mdf3File): AsyncGenerator<SampleBlock> {
  const budget = new ReadingBudget(blocks.source.size)
  for (const dataGroup of dataGroups) {
    const own = plans.map((plan, index) => ({ plan, index })).filter(({ plan }) => plan.dataGroup === dataGroup)
    const [first] = own
    if (!first || dataGroup.data === 0) continue
    try {
      const bytes = dataBytes(dataGroup)
      const { size } = blocks.source
      if (dataGroup.data > size) throw new ShortRead('The records of a group', dataGroup.data, bytes, 0)
      // An unfinalized file counts no records: they reach to its end.
      const end = identification.finalized && bytes > 0 ? Math.min(size, dataGroup.data + bytes) : size
      budget.spendData(Math.max(0, end - dataGroup.data), dataGroup.data)
      if (dataGroup.recordIdBytes === 0) yield* sortedSamples(blocks.source, first.plan, first.index, dataGroup.data, end)
      else yield* mixedSamples(blocks.source, dataGroup, own, end)
      if (identification.finalized && dataGroup.data + bytes > size)
        throw new ShortRead('The records of a group', dataGroup.data, bytes, Math.max(0, size - dataGroup.data))
    } catch (error) {
      failure.note(error)
    }
  }
  failure.rethrow()
}

/** MDF 3 states no length of the data; it is that of all records. */
function dataBytes(dataGroup: Mdf3DataGroup): number {
  const idBytes = dataGroup.recordIdBytes + (dataGroup.idAfterRecord ? 1 : 0)
  return dataGroup.groups.reduce((sum, group) => sum + group.cycleCount * (group.recordBytes + idBytes), 0)
}

async function* sortedSamples(
  source: ByteSource,
  plan: SignalPlan,
  index: number,
  start: number,
  end: number,
): AsyncGenerator<SampleBlock> {
  const stride = plan.group.recordBytes
  if (stride === 0) return
  const records = new RecordFeed(feedRange(source, start, end), stride)
  const bytes = new Uint8Array(Math.min(plan.capacity, Math.ceil((end - start) / stride)) * stride)
  for (let first = 0; bytes.length > 0;) {
    const rows = await records.take(bytes.length / stride, bytes)
    if (rows === 0) return
    const bits = { invalidation: bytes, invalidationStride: 0, invalidationAt: 0 }
    yield await samplesOf(plan, index, { bytes, stride, rows, first, ...bits })
    first += rows
  }
}

/** Records with their group's id in front, and perhaps again behind. */
async function* mixedSamples(
  source: ByteSource,
  dataGroup: Mdf3DataGroup,
  plans: readonly { plan: SignalPlan; index: number }[],
  end: number,
): AsyncGenerator<SampleBlock> {
  const reader = new FeedReader(feedRange(source, dataGroup.data, end))
  const byId = new Map(dataGroup.groups.map((group) => [group.recordId, group]))
  const waiting = new Map(plans.map(({ plan, index }) => [plan.group, new WaitingRecords(plan, index, plans.length)]))
  const behind = dataGroup.idAfterRecord ? 1 : 0
  let failure: unknown
  try {
    while (reader.left >= 1 || (await reader.fill(1))) {
      const { offset } = reader
      const group = byId.get(reader.bytes[reader.at] ?? 0)
      if (!group) throw new DamagedBlock('A record of a group that the file does not describe', offset)
      const length = 1 + group.recordBytes + behind
      if (reader.left < length && !(await reader.fill(length)))
        throw new ShortRead('The last record', offset, length, reader.left)
      const records = waiting.get(group)
      if (records?.full) {
        const block = await records.take(false)
        if (block) yield block
      }
      records?.add(reader.bytes, reader.at + 1)
      reader.at += length
    }
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  for (const records of waiting.values()) {
    const block = await records.take(false)
    if (block) yield block
  }
  if (failure !== undefined) throw failure
}
