import type { Instant } from '../instant.ts'
import type { SampleBlock, SignalDescription, SignalGroup } from '../signals.ts'

/**
 * Signals that can be read group by group, any number of times: what exports are made from. A signal store is one;
 * `memoryTable` makes one from a short stream.
 */
export interface SignalTable {
  readonly origin: Instant
  readonly groups: readonly SignalGroup[]
  /** Times of a group's first and last sample; null when it has none. */
  span(group: number): Span | null
  /**
   * Samples of a group with `fromNs <= time < toNs`, in rising time: blocks whose columns are `signals` (places in the
   * group's list), in that order. Calls for several groups may overlap.
   */
  read(group: number, fromNs: number, toNs: number, signals: readonly number[]): AsyncIterable<SampleBlock>
}

/** Nanoseconds since the origin, both included. */
export interface Span {
  readonly firstNs: number
  readonly lastNs: number
}

/** What is wanted of a table. */
export interface Selection {
  /** Nanoseconds since the origin, begin included, end not; infinite for all. */
  fromNs: number
  toNs: number
  /** False leaves the signal out; absent: all signals. */
  wants?: (signal: SignalDescription, group: SignalGroup) => boolean
}

export const everything: Selection = { fromNs: -Infinity, toNs: Infinity }

/** One column of a table of rows. */
export interface Column {
  /** Unique in the table: the signal's name, with its message in front when other messages have the same. */
  readonly name: string
  readonly signal: SignalDescription
  /** Index of the group, and of the signal in it. */
  readonly group: number
  readonly index: number
}

/** The columns that `selection` wants, in the order of the groups. */
export function columnsOf(table: SignalTable, selection: Selection): Column[] {
  const wanted = table.groups.flatMap((group, at) =>
    group.signals.flatMap((signal, index) =>
      (selection.wants?.(signal, group) ?? true) ? [{ signal, group: at, index, groupName: group.name }] : [],
    ),
  )
  const uses = new Map<string, number>()
  for (const { signal } of wanted) uses.set(signal.name, (uses.get(signal.name) ?? 0) + 1)
  const taken = new Set<string>()
  return wanted.map(({ signal, group, index, groupName }) => {
    const name = (uses.get(signal.name) ?? 0) > 1 ? `${groupName}.${signal.name}` : signal.name
    let unique = name
    for (let copy = 2; taken.has(unique); copy++) unique = `${name} (${copy})`
    taken.add(unique)
    return { name: unique, signal, group, index }
  })
}

/** A table over blocks in memory, for short recordings and tests. */
export function memoryTable(origin: Instant, groups: readonly SignalGroup[], blocks: readonly SampleBlock[]): SignalTable {
  return {
    origin,
    groups,
    span(group) {
      const own = blocks.filter((block) => block.group === group && block.count > 0)
      const [first, last] = [own[0], own.at(-1)]
      return first && last ? { firstNs: first.timeNs[0] ?? 0, lastNs: last.timeNs[last.count - 1] ?? 0 } : null
    },
    async *read(group, fromNs, toNs, signals) {
      for (const block of blocks) if (block.group === group) yield* within(columnsAt(block, signals), fromNs, toNs)
    },
  }
}

function columnsAt(block: SampleBlock, signals: readonly number[]): SampleBlock {
  const raw = signals.map((at) => block.raw[at] ?? new Float64Array(block.count))
  return { ...block, raw, valid: signals.map((at) => block.valid[at] ?? null) }
}

/** The rows of a block with `fromNs <= time < toNs`; nothing when there are none. */
export function* within(block: SampleBlock, fromNs: number, toNs: number): Generator<SampleBlock> {
  const first = firstAtOrAfter(block.timeNs, fromNs)
  const end = firstAtOrAfter(block.timeNs, toNs)
  if (end <= first) return
  if (first === 0 && end === block.count) yield block
  else
    yield {
      ...block,
      count: end - first,
      timeNs: block.timeNs.subarray(first, end),
      raw: block.raw.map((values) => values.subarray(first, end)),
      valid: block.valid.map((mask) => mask?.subarray(first, end) ?? null),
    }
}

/** Index of the first of rising `times` that is not before `timeNs`. */
export function firstAtOrAfter(times: Float64Array, timeNs: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < timeNs) low = middle + 1
    else high = middle
  }
  return low
}
