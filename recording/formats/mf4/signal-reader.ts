import { pagedSource, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { SampleBlock, SignalStream } from '../../signals.ts'
import { ConversionReader } from './conversions.ts'
import { feedFragments } from './fragments.ts'
import { readDataGroups, readStart, type DataGroup } from './groups.ts'
import { readIdentification } from './identification.ts'
import { ReadingBudget } from './reading-budget.ts'
import { FirstFailure, planGroup, samplesOf, timeMaster, timeReader, type SignalPlan } from './signal-group.ts'
import { feedInvalidation, keepsInvalidationApart, RecordFeed } from './signal-records.ts'
import { unsortedSamples } from './signal-unsorted.ts'

/** No file keeps its times again for more columns than this, measured by its length. */
const mostTimesOver = 16
/** Of a group whose records have no bytes: only virtual channels. */
const mostVirtualRecords = 10_000_000

interface Reading {
  source: ByteSource
  finalized: boolean
  conversions: ConversionReader
  dataGroups: readonly DataGroup[]
  budget: ReadingBudget
  timesBudget: ReadingBudget
}

/** The decoded signals of an MF4 file: one group of signals per channel group, sorted or not, rows or columns. */
export async function readMf4Signals(plain: ByteSource): Promise<SignalStream> {
  const source = pagedSource(plain)
  const { finalized } = await readIdentification(source)
  const { start, firstDataGroup } = await readStart(source)
  const budget = new ReadingBudget(source.size)
  const conversions = new ConversionReader(source, budget)
  const failure = new FirstFailure()
  const dataGroups: DataGroup[] = []
  const plans: SignalPlan[] = []
  const context = { source, conversions, budget, finalized, passing: new Map() }
  try {
    for await (const dataGroup of readDataGroups(source, firstDataGroup, budget)) dataGroups.push(dataGroup)
  } catch (error) {
    failure.note(error)
  }
  let number = 0
  for (const dataGroup of dataGroups)
    for (const group of dataGroup.groups) {
      if (group.variableLength) continue
      try {
        const plan = await planGroup(context, dataGroup, group, ++number)
        if (plan) plans.push(plan)
      } catch (error) {
        failure.note(error)
      }
    }
  const timesBudget = new ReadingBudget(source.size * mostTimesOver)
  const reading = { source, finalized, conversions, dataGroups, budget, timesBudget }
  return { origin: start, buses: [], groups: plans.map((plan) => plan.description), blocks: allSamples(reading, plans, failure) }
}

async function* allSamples(reading: Reading, plans: readonly SignalPlan[], failure: FirstFailure): AsyncGenerator<SampleBlock> {
  for (const dataGroup of reading.dataGroups) {
    const own = plans.map((plan, index) => ({ plan, index })).filter(({ plan }) => plan.dataGroup === dataGroup)
    const [first] = own
    if (!first) continue
    try {
      if (dataGroup.recordIdBytes === 0) yield* sortedSamples(reading, first.plan, first.index)
      else yield* unsortedSamples(reading, dataGroup, own)
    } catch (error) {
      failure.note(error)
    }
  }
  failure.rethrow()
}

/** The samples of a data group with one channel group. */
async function* sortedSamples(reading: Reading, plan: SignalPlan, index: number): AsyncGenerator<SampleBlock> {
  const { source, finalized, budget } = reading
  const { group, dataGroup, capacity } = plan
  const apart = await keepsInvalidationApart(source, dataGroup.data)
  const stride = apart ? group.dataBytes : group.recordBytes
  const feed = (): ReturnType<typeof feedFragments> => feedFragments(source, dataGroup.data, !finalized, budget)
  const records = stride > 0 ? new RecordFeed(feed(), stride) : null
  if (!records && group.cycleCount > mostVirtualRecords)
    throw new DamagedBlock(`A group of ${group.cycleCount} records without bytes`, group.offset)
  const bits =
    apart && group.invalidationBytes > 0
      ? new RecordFeed(feedInvalidation(source, dataGroup.data, budget), group.invalidationBytes)
      : null
  const times = group.remoteMaster === 0 ? null : await remoteTimes(reading, group.remoteMaster)
  const wanted = finalized ? group.cycleCount : Infinity
  const rows = Math.min(capacity, wanted)
  const bytes = new Uint8Array(rows * stride)
  const invalidation = bits ? new Uint8Array(rows * group.invalidationBytes) : bytes
  let done = 0
  while (done < wanted) {
    const most = Math.min(rows, wanted - done)
    const taken = records ? await records.take(most, bytes) : most
    const timed = times ? await times(taken) : null
    const count = timed ? Math.min(taken, timed.length) : taken
    // A list without invalidation bits leaves all values valid.
    if (bits) invalidation.fill(0, (await bits.take(count, invalidation)) * group.invalidationBytes)
    const batch = {
      bytes,
      stride,
      rows: count,
      first: done,
      invalidation,
      invalidationStride: bits ? group.invalidationBytes : apart ? 0 : stride,
      invalidationAt: apart ? 0 : group.dataBytes,
    }
    if (count > 0) yield await samplesOf(plan, index, batch, timed ?? undefined)
    done += count
    if (count < most) break
  }
  if (finalized && done < wanted)
    throw new ShortRead(`A group of ${wanted} records`, records?.offset ?? group.offset, group.recordBytes, 0)
}

/** Reads the times of another group (the master of column-oriented storage) along. */
async function remoteTimes(reading: Reading, link: number): Promise<(count: number) => Promise<Float64Array>> {
  const { source, finalized, conversions, dataGroups, timesBudget } = reading
  const dataGroup = dataGroups.find(({ groups }) => groups.some((group) => group.offset === link))
  const group = dataGroup?.groups.find((candidate) => candidate.offset === link)
  if (!dataGroup || !group || dataGroup.recordIdBytes > 0)
    throw new DamagedBlock('The group that should hold the times of another is not there', link)
  const stride = (await keepsInvalidationApart(source, dataGroup.data)) ? group.dataBytes : group.recordBytes
  const read = await timeReader(conversions, group, timeMaster(group.channels))
  const records = stride > 0 ? new RecordFeed(feedFragments(source, dataGroup.data, !finalized, timesBudget), stride) : null
  let first = 0
  return async (count) => {
    const bytes = new Uint8Array(count * stride)
    const rows = records ? await records.take(count, bytes) : count
    const batch = { bytes, stride, rows, first, invalidation: bytes, invalidationStride: 0, invalidationAt: 0 }
    first += rows
    return read(batch)
  }
}
