import { BusList } from '../../bus-list.ts'
import { pagedSource, type ByteSource } from '../../byte-source.ts'
import { FrameBlockBuilder, type FrameBlock, type FrameStream } from '../../frames.ts'
import { RecordingError, ShortRead, UnsupportedFeature } from '../../recording-error.ts'
import { busEventLayout, type BusEventLayout } from './bus-events.ts'
import { channelType } from './channels.ts'
import { readDataGroups, readStart, type ChannelGroup, type DataGroup } from './groups.ts'
import { readIdentification, type Identification } from './identification.ts'
import { ReadingBudget } from './reading-budget.ts'
import { eachRecord } from './records.ts'
import { sortedSpan } from './sorted-span.ts'
import { timeReader, type ValueReader } from './values.ts'

export interface Mf4Stream extends FrameStream {
  identification: Identification
}

/** What a pass over the file does with groups of signals; frames come as blocks. */
export interface SignalVisitor {
  /** A group with `signals` channels beside its time. */
  group(signals: number): void
  /** One sample (record) at `timeNs`, or a count of them with the times of the first and last. */
  samples(count: number, firstNs: number | null, lastNs: number | null): void
}

/** Opens an MF4 file. With a `visitor` (a header pass) the data bytes of frames are not needed and signals are counted. */
export async function openMf4(plain: ByteSource, visitor?: SignalVisitor): Promise<Mf4Stream> {
  const source = pagedSource(plain)
  const identification = await readIdentification(source)
  const { start, firstDataGroup } = await readStart(source)
  const buses = new BusList()
  return {
    identification,
    origin: start,
    buses: buses.buses,
    blocks: readBlocks(source, firstDataGroup, identification.finalized, buses, visitor),
  }
}

async function* readBlocks(
  source: ByteSource,
  first: number,
  finalized: boolean,
  buses: BusList,
  visitor: SignalVisitor | undefined,
): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  const budget = new ReadingBudget(source.size)
  let failure: unknown
  try {
    for await (const dataGroup of readDataGroups(source, first, budget)) {
      const pass = await GroupPass.prepare(source, dataGroup, builder, buses, visitor)
      if (!pass.needed) continue
      try {
        if (visitor && finalized && (await pass.countSorted(source, dataGroup, budget))) continue
        for await (const _ of eachRecord(source, dataGroup, finalized, budget, pass.use)) yield builder.take()
      } catch (error) {
        // In a cut file the other groups may be whole; the first failure is the one that is told.
        if (!(error instanceof RecordingError)) throw error
        failure ??= error
      }
    }
  } catch (error) {
    failure ??= error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}

interface GroupReading {
  layout: BusEventLayout | null
  timeNs: ValueReader | null
}

/** One pass over the records of a data group. */
class GroupPass {
  #readings: Map<ChannelGroup, GroupReading>
  #builder: FrameBlockBuilder
  #buses: BusList
  #visitor: SignalVisitor | undefined

  private constructor(
    readings: Map<ChannelGroup, GroupReading>,
    builder: FrameBlockBuilder,
    buses: BusList,
    visitor: SignalVisitor | undefined,
  ) {
    this.#readings = readings
    this.#builder = builder
    this.#buses = buses
    this.#visitor = visitor
  }

  static async prepare(
    source: ByteSource,
    dataGroup: DataGroup,
    builder: FrameBlockBuilder,
    buses: BusList,
    visitor: SignalVisitor | undefined,
  ): Promise<GroupPass> {
    const readings = new Map<ChannelGroup, GroupReading>()
    for (const group of dataGroup.groups) {
      if (group.variableLength) continue
      const layout = await busEventLayout(source, group)
      if (layout?.dataElsewhere && !visitor) throw new UnsupportedFeature('Frame data of variable length', group.offset)
      if (!layout)
        visitor?.group(group.channels.filter((c) => c.type !== channelType.master && c.type !== channelType.virtualMaster).length)
      readings.set(group, { layout, timeNs: await timeReader(source, group.channels, group.recordBytes) })
    }
    return new GroupPass(readings, builder, buses, visitor)
  }

  /** False when no group of these is of interest. */
  get needed(): boolean {
    return [...this.#readings.values()].some((reading) => reading.layout !== null || this.#visitor !== undefined)
  }

  /**
   * In a header pass: takes the samples of a sorted group of signals from its two ends. False when the records must be
   * read one by one, because they are frames or several groups share the data.
   */
  async countSorted(source: ByteSource, dataGroup: DataGroup, budget: ReadingBudget): Promise<boolean> {
    const [group, other] = dataGroup.groups
    const reading = group && this.#readings.get(group)
    if (!group || other || !reading || reading.layout || dataGroup.recordIdBytes > 0 || group.recordBytes === 0) return false
    const span = await sortedSpan(source, dataGroup.data, group.recordBytes, group.cycleCount, budget)
    const time = (record: Uint8Array, index: number): number | null =>
      span.count > 0 && reading.timeNs ? reading.timeNs(new DataView(record.buffer), 0, index) : null
    this.#visitor?.samples(span.count, time(span.first, 0), time(span.last, span.count - 1))
    if (span.endsEarlyAt !== null)
      throw new ShortRead(`A group of ${group.cycleCount} records`, span.endsEarlyAt, group.recordBytes, 0)
    return true
  }

  readonly use: Parameters<typeof eachRecord>[4] = ({ group, view, at, offset, index }) => {
    const reading = this.#readings.get(group)
    if (!reading) return false
    const timeNs = reading.timeNs?.(view, at, index) ?? NaN
    const { layout } = reading
    if (!layout) {
      this.#visitor?.samples(1, timeNs, timeNs)
      return false
    }
    const bus = this.#buses.indexOf(layout.kind, (layout.channel?.(view, at, index) ?? 0) & 0xffff, offset)
    const id = (layout.id?.(view, at, index) ?? 0) & (layout.kind === 'CAN' ? 0x1fff_ffff : 0xffff_ffff)
    const length = layout.data ? Math.min(layout.length?.(view, at, index) ?? layout.data.byteLength, layout.data.byteLength) : 0
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    this.#builder.add(timeNs, bus, id >>> 0, layout.flags(view, at, index), bytes, at + (layout.data?.byteOffset ?? 0), length)
    return this.#builder.full
  }
}
