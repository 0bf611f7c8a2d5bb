import type { ByteSource } from '../../byte-source.ts'
import { RecordingError } from '../../recording-error.ts'
import type { SampleBlock, SignalGroup } from '../../signals.ts'
import { readBlockHead, readText } from './blocks.ts'
import { busEventOf } from './bus-events.ts'
import { channelType, syncTime, type Channel } from './channels.ts'
import type { ConversionReader, ConversionRule } from './conversions.ts'
import type { ChannelGroup, DataGroup } from './groups.ts'
import type { ReadingBudget } from './reading-budget.ts'
import { validRows, type SignalColumn, type SignalRecords } from './signal-columns.ts'
import { columnsOf, numberLayout } from './signal-layout.ts'
import { bytesTouched, numberReader, type NumberReader } from './signal-numbers.ts'
import { textOfComment } from './text-of-comment.ts'
import { noVariableValues, PassingValues, StoredValues, type VariableValues } from './variable-values.ts'

const mostRows = 65_536
/** Of one block of samples, all columns together. */
const mostBlockBytes = 16 * 1024 * 1024
const nanosecondsPerSecond = 1e9
const busEventPart = /^(CAN|LIN|FLX|ETH|MOST)_[A-Za-z]+(\.|$)/

/** A channel group of signals, ready to be read: what it is called, and how its records become columns. */
export interface SignalPlan {
  group: ChannelGroup
  dataGroup: DataGroup
  description: SignalGroup
  columns: readonly SignalColumn[]
  time: TimeReader
  /** Rows of a block. */
  capacity: number
  /** Values of variable length that come between the records, with where a record says which is its own. */
  passing: readonly { values: PassingValues; offsets: NumberReader }[]
}

/** Nanoseconds of a batch of records. */
export type TimeReader = (batch: SignalRecords) => Float64Array

/** What all groups of a file share. */
export interface PlanContext {
  source: ByteSource
  conversions: ConversionReader
  budget: ReadingBudget
  finalized: boolean
  /** Values between the records of unsorted data, by the group (CG) that holds them. */
  passing: Map<number, PassingValues>
}

/** The plan of a channel group; null when it has no signals: bus logging, or only times. */
export async function planGroup(
  context: PlanContext,
  dataGroup: DataGroup,
  group: ChannelGroup,
  number: number,
): Promise<SignalPlan | null> {
  const { source, conversions, budget } = context
  const logging = busEventOf(group) !== null
  const time = timeMaster(group.channels)
  const wanted = group.channels.filter((c) => c !== time && !(logging && busEventPart.test(c.name)))
  const passing: { values: PassingValues; offsets: NumberReader }[] = []
  const columns: SignalColumn[] = []
  for (const channel of wanted) {
    const variableValues = (link: number): Promise<VariableValues> => openValues(context, dataGroup, link)
    const own = await columnsOf({ source, group, conversions, budget, variableValues }, channel)
    const values = channel.type === channelType.variable ? context.passing.get(channel.data) : undefined
    const offsets = values && numberReader({ ...channel, kind: 'unsigned', little: true })
    if (values && offsets) passing.push({ values, offsets })
    columns.push(...own)
  }
  if (columns.length === 0) return null
  const name = textOfComment(await readText(source, group.name)) || textOfComment(await readText(source, group.comment))
  return {
    group,
    dataGroup,
    description: { name: name || `Group ${number}`, from: null, signals: uniquelyNamed(columns) },
    columns,
    time: await timeReader(conversions, group, time),
    capacity: blockRows(group.recordBytes, columns.length),
    passing,
  }
}

/** How many records make a block of samples. */
export function blockRows(recordBytes: number, columns: number): number {
  const rowBytes = Math.max(recordBytes, columns * 8 + 8)
  return Math.max(1, Math.min(mostRows, Math.floor(mostBlockBytes / rowBytes)))
}

async function openValues(context: PlanContext, dataGroup: DataGroup, link: number): Promise<VariableValues> {
  if (link === 0) return noVariableValues
  const known = context.passing.get(link)
  if (known) return known
  if (dataGroup.groups.some((group) => group.offset === link && group.variableLength)) {
    const values = new PassingValues(link)
    context.passing.set(link, values)
    return values
  }
  await readBlockHead(context.source, link, ['SD', 'DZ', 'DL', 'HL', 'DT'])
  return StoredValues.open(context.source, link, !context.finalized)
}

const isMaster = (channel: Channel): boolean => channel.type === channelType.master || channel.type === channelType.virtualMaster

/** The channel that gives the times. Masters of angle, distance and index are signals. */
export function timeMaster(channels: readonly Channel[]): Channel | undefined {
  return channels.find((channel) => isMaster(channel) && channel.syncType <= syncTime)
}

/** Reader of a group's times. */
export async function timeReader(
  conversions: ConversionReader,
  group: ChannelGroup,
  master: Channel | undefined,
): Promise<TimeReader> {
  return timesOf(group, master, master ? await conversions.rule(master.conversion, master.dataType < 4) : null)
}

/** Reader of times; without a master the record's number counts as seconds. */
export function timesOf(group: ChannelGroup, master: Channel | undefined, rule: ConversionRule | null): TimeReader {
  const layout = master && master.type !== channelType.virtualMaster ? numberLayout(master, 0) : null
  const fits = layout && layout.byteOffset + bytesTouched(layout) <= group.dataBytes
  const read = layout && fits ? numberReader(layout) : null
  const nanoseconds = nanosecondsOf(rule)
  return ({ bytes, stride, rows, first }) => {
    if (!read) return Float64Array.from({ length: rows }, (_, row) => nanoseconds(first + row))
    return Float64Array.from(read(bytes, stride, rows).values, nanoseconds)
  }
}

function nanosecondsOf(rule: ConversionRule | null): (raw: number) => number {
  if (rule?.kind === 'number') return (raw) => Math.round(rule.of(raw) * nanosecondsPerSecond)
  const { factor, offset } = rule?.kind === 'linear' ? rule : { factor: 1, offset: 0 }
  // 1e-9 s times 1e9 must be 1 exactly, or large counts of nanoseconds would lose their last digits.
  const step = wholeIfNear(factor * nanosecondsPerSecond)
  if (offset === 0 && step <= 1000) return (raw) => Math.round(raw * step)
  return (raw) => Math.round((raw * factor + offset) * nanosecondsPerSecond)
}

function wholeIfNear(value: number): number {
  const whole = Math.round(value)
  return Math.abs(value - whole) <= Math.abs(whole) * 1e-12 ? whole : value
}

/** Names get `_1`, `_2`, ... where an earlier column has the same. */
export function uniquelyNamed(columns: readonly SignalColumn[]): SignalColumn['description'][] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return columns.map(({ description }) => {
    let name = description.name
    for (let i = next.get(description.name) ?? 1; taken.has(name); i++) {
      name = `${description.name}_${i}`
      next.set(description.name, i + 1)
    }
    taken.add(name)
    return name === description.name ? description : { ...description, name }
  })
}

/** The samples of a batch of records. `timeNs` where the times are kept elsewhere. */
export async function samplesOf(
  plan: SignalPlan,
  index: number,
  batch: SignalRecords,
  timeNs?: Float64Array,
): Promise<SampleBlock> {
  const raw: SampleBlock['raw'][number][] = []
  const valid: (Uint8Array | null)[] = []
  const rounded: boolean[] = []
  for (const column of plan.columns) {
    const filled = column.fill(batch)
    const { values, rounded: isRounded } = filled instanceof Promise ? await filled : filled
    raw.push(values)
    rounded.push(isRounded)
    valid.push(validRows(batch, column))
  }
  const block: SampleBlock = { group: index, count: batch.rows, timeNs: timeNs ?? plan.time(batch), raw, valid }
  return rounded.includes(true) ? { ...block, rounded } : block
}

/** The first failure of several, so that one broken group does not hide the others. */
export class FirstFailure {
  error: unknown

  /** Keeps a failure of the file; throws any other. */
  note(error: unknown): void {
    if (!(error instanceof RecordingError)) throw error
    this.error ??= error
  }

  rethrow(): void {
    if (this.error !== undefined) throw this.error
  }
}
