import { FeedReader } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { SampleBlock } from '../../signals.ts'
import { getU64 } from './blocks.ts'
import { feedFragments } from './fragments.ts'
import type { DataGroup } from './groups.ts'
import type { ReadingBudget } from './reading-budget.ts'
import { samplesOf, type SignalPlan } from './signal-group.ts'
import type { SignalRecords } from './signal-columns.ts'
import { PassingValues } from './variable-values.ts'

/** Of the records that wait to become blocks, all groups together. */
const mostWaitingBytes = 64 * 1024 * 1024

/** Records of one group that wait until there are enough for a block. */
export class WaitingRecords {
  readonly plan: SignalPlan
  readonly index: number
  readonly #most: number
  #bytes: Uint8Array
  #rows = 0
  #first = 0

  constructor(plan: SignalPlan, index: number, groups: number) {
    this.plan = plan
    this.index = index
    const { recordBytes } = plan.group
    this.#most = Math.max(1, Math.min(plan.capacity, Math.floor(mostWaitingBytes / groups / Math.max(1, recordBytes))))
    this.#bytes = new Uint8Array(Math.min(this.#most, 256) * recordBytes)
  }

  get full(): boolean {
    return this.#rows === this.#most || this.plan.passing.some(({ values }) => values.crowded)
  }

  add(from: Uint8Array, at: number): void {
    const { recordBytes } = this.plan.group
    const end = (this.#rows + 1) * recordBytes
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.#most * recordBytes, Math.max(end, this.#bytes.length * 2)))
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes.set(from.subarray(at, at + recordBytes), end - recordBytes)
    this.#rows++
  }

  /** The samples whose values of variable length have come; at the end of the file all must have. */
  async take(atEnd: boolean): Promise<SampleBlock | null> {
    const { plan } = this
    const ready = this.#readyRows()
    if (ready < this.#rows && (atEnd || ready === 0))
      throw new DamagedBlock('A record whose value of variable length is not there', plan.group.offset)
    if (ready === 0) return null
    const batch = this.#batch(ready)
    const block = await samplesOf(plan, this.index, batch)
    this.#letGo(batch)
    const { recordBytes } = plan.group
    this.#bytes.copyWithin(0, ready * recordBytes, this.#rows * recordBytes)
    this.#rows -= ready
    this.#first += ready
    return block
  }

  #batch(rows: number): SignalRecords {
    const stride = this.plan.group.recordBytes
    const bytes = this.#bytes
    const invalidationAt = this.plan.group.dataBytes
    return { bytes, stride, rows, first: this.#first, invalidation: bytes, invalidationStride: stride, invalidationAt }
  }

  #readyRows(): number {
    let ready = this.#rows
    for (const { values, offsets } of this.plan.passing) {
      const places = offsets(this.#bytes, this.plan.group.recordBytes, ready).values
      while (ready > 0 && !values.atHand(places[ready - 1] ?? 0)) ready--
    }
    return ready
  }

  /** Offsets rise: what lies before the last record's value is not named again. */
  #letGo(batch: SignalRecords): void {
    for (const { values, offsets } of this.plan.passing) {
      const places = offsets(batch.bytes, batch.stride, batch.rows).values
      values.drop(places[batch.rows - 1] ?? 0)
    }
  }
}

/** The samples of a data group whose records come mixed, each with the id of its group in front. */
export async function* unsortedSamples(
  reading: { source: ByteSource; finalized: boolean; budget: ReadingBudget },
  dataGroup: DataGroup,
  plans: readonly { plan: SignalPlan; index: number }[],
): AsyncGenerator<SampleBlock> {
  const reader = new FeedReader(feedFragments(reading.source, dataGroup.data, !reading.finalized, reading.budget))
  const idBytes = dataGroup.recordIdBytes
  const byId = new Map(dataGroup.groups.map((group) => [group.recordId, group]))
  const waiting = new Map(plans.map(({ plan, index }) => [plan.group, new WaitingRecords(plan, index, plans.length)]))
  const passing = passingOf(plans)
  let failure: unknown
  try {
    for (;;) {
      const offset = reader.offset
      if (reader.left < idBytes && !(await reader.fill(idBytes))) {
        if (reader.left > 0) throw new ShortRead('The last record', offset, idBytes, reader.left)
        break
      }
      const group = byId.get(recordIdAt(reader, idBytes))
      if (!group) throw new DamagedBlock('A record of a group that the file does not describe', offset)
      reader.at += idBytes
      if (group.variableLength) {
        await passValue(reader, passing.get(group.offset), offset)
        continue
      }
      const { recordBytes } = group
      if (reader.left < recordBytes && !(await reader.fill(recordBytes)))
        throw new ShortRead('The last record', offset, recordBytes, reader.left)
      const records = waiting.get(group)
      if (records?.full) {
        const block = await records.take(false)
        if (block) yield block
      }
      records?.add(reader.bytes, reader.at)
      reader.at += recordBytes
    }
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  for (const records of waiting.values()) {
    try {
      const block = await records.take(failure === undefined)
      if (block) yield block
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}

function passingOf(plans: readonly { plan: SignalPlan }[]): Map<number, PassingValues> {
  return new Map(plans.flatMap(({ plan }) => plan.passing.map(({ values }) => [values.place, values] as const)))
}

async function passValue(reader: FeedReader, values: PassingValues | undefined, offset: number): Promise<void> {
  const lengthBytes = 4
  if (!(await reader.fill(lengthBytes))) throw new ShortRead('The last record', offset, lengthBytes, reader.left)
  const length = reader.view.getUint32(reader.at, true)
  if (!values) {
    if (!(await reader.skip(lengthBytes + length))) throw new ShortRead('The last record', offset, length, 0)
    return
  }
  if (length > PassingValues.longest) throw new DamagedBlock(`A value of ${length} bytes`, offset)
  if (!(await reader.fill(lengthBytes + length))) throw new ShortRead('The last record', offset, length, reader.left)
  values.add(reader.bytes, reader.at, lengthBytes + length)
  reader.at += lengthBytes + length
}

function recordIdAt(reader: FeedReader, bytes: number): number {
  const { view, at } = reader
  if (bytes === 1) return view.getUint8(at)
  if (bytes === 2) return view.getUint16(at, true)
  return bytes === 4 ? view.getUint32(at, true) : getU64(view, at)
}
