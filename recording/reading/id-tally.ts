import { frameFlag } from '../frames.ts'
import type { Bus, BusKind, FrameBlock } from '../frames.ts'
import type { BusSummary } from '../header.ts'

/** One identifier on one bus of a recording. */
export interface IdSummary {
  readonly kind: BusKind
  readonly channel: number
  /** Without flag bits. */
  readonly id: number
  readonly extended: boolean
  readonly frameCount: number
  /** Data bytes of its shortest and longest frame. */
  readonly minLength: number
  readonly maxLength: number
  /** Time from frame to frame; null for a single frame. The median is that of a sample. */
  readonly medianPeriodMs: number | null
  readonly meanPeriodMs: number | null
}

/** Different identifiers that are counted; a damaged file may have any number. */
const mostIds = 20_000
/** Periods kept of each identifier, to take their median. */
const mostPeriods = 64

interface Entry {
  readonly bus: number
  readonly id: number
  readonly extended: boolean
  count: number
  minLength: number
  maxLength: number
  firstNs: number
  lastNs: number
  /** Every `step`-th period. */
  periods: Float64Array
  periodCount: number
  step: number
  /** Periods until the next one is kept. */
  wait: number
}

/** Frames of one bus. Keys are the identifiers, those of extended frames as -1 - id. */
interface BusTally {
  frameCount: number
  readonly entries: Map<number, Entry>
}

/** Counts the frames of each bus and identifier, their lengths and periods, in one pass with bounded memory. */
export class IdTally {
  readonly #buses: BusTally[] = []
  #entryCount = 0
  #full = false
  frameCount = 0
  /** Times of the first and the last frame, nanoseconds; infinite without one. */
  firstNs = Infinity
  lastNs = -Infinity

  add(block: FrameBlock): void {
    const { count, bus, id, flags, length, timeNs } = block
    this.frameCount += count
    for (let row = 0; row < count; row++) {
      const time = timeNs[row] ?? NaN
      if (time < this.firstNs) this.firstNs = time
      if (time > this.lastNs && time !== Infinity) this.lastNs = time
      const tally = this.#buses[bus[row] ?? 0] ?? this.#addBuses(bus[row] ?? 0)
      tally.frameCount++
      const flag = flags[row] ?? 0
      // an error frame has no identifier
      if (flag & frameFlag.error) continue
      const number = id[row] ?? 0
      const key = flag & frameFlag.extended ? -1 - number : number
      const entry = tally.entries.get(key) ?? this.#begin(tally, key, bus[row] ?? 0)
      if (entry !== undefined) put(entry, time, length[row] ?? 0)
    }
  }

  /** The buses that have frames. */
  summaries(buses: readonly Bus[]): BusSummary[] {
    return buses
      .map((bus, i) => ({
        ...bus,
        frameCount: this.#buses[i]?.frameCount ?? 0,
        idCount: this.#buses[i]?.entries.size ?? 0,
      }))
      .filter(({ frameCount }) => frameCount > 0)
      .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.channel - b.channel)
  }

  /** True when there were more identifiers than are counted. */
  get isFull(): boolean {
    return this.#full
  }

  /** By bus and identifier. */
  result(buses: readonly Bus[]): IdSummary[] {
    return this.#buses
      .flatMap(({ entries }) => [...entries.values()])
      .map((entry) => present(entry, buses[entry.bus]))
      .toSorted(
        (a, b) =>
          (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0) ||
          a.channel - b.channel ||
          Number(a.extended) - Number(b.extended) ||
          a.id - b.id,
      )
  }

  #addBuses(last: number): BusTally {
    while (this.#buses.length <= last) this.#buses.push({ frameCount: 0, entries: new Map() })
    return this.#buses[last] ?? { frameCount: 0, entries: new Map() }
  }

  #begin({ entries }: BusTally, key: number, bus: number): Entry | undefined {
    if (this.#entryCount >= mostIds) {
      this.#full = true
      return undefined
    }
    this.#entryCount++
    const entry: Entry = {
      bus,
      id: key < 0 ? -1 - key : key,
      extended: key < 0,
      count: 0,
      minLength: Infinity,
      maxLength: 0,
      firstNs: NaN,
      lastNs: NaN,
      periods: new Float64Array(0),
      periodCount: 0,
      step: 1,
      wait: 0,
    }
    entries.set(key, entry)
    return entry
  }
}

function put(entry: Entry, timeNs: number, length: number): void {
  entry.count++
  if (length < entry.minLength) entry.minLength = length
  if (length > entry.maxLength) entry.maxLength = length
  const period = timeNs - entry.lastNs
  // the first frame has no period, and a clock that was set back tells none
  if (period >= 0 && period < Infinity) keepPeriod(entry, period)
  if (Number.isNaN(entry.firstNs)) entry.firstNs = timeNs
  entry.lastNs = timeNs
}

/** Keeps every period; when there is no room, every second of those kept, and from then on only as many. */
function keepPeriod(entry: Entry, period: number): void {
  if (entry.wait-- > 0) return
  if (entry.periodCount === entry.periods.length) makeRoom(entry)
  entry.periods[entry.periodCount++] = period
  entry.wait = entry.step - 1
}

function makeRoom(entry: Entry): void {
  if (entry.periods.length < mostPeriods) {
    const grown = new Float64Array(entry.periods.length === 0 ? 4 : entry.periods.length * 2)
    grown.set(entry.periods)
    entry.periods = grown
    return
  }
  for (let i = 0; i < mostPeriods / 2; i++) entry.periods[i] = entry.periods[i * 2] ?? 0
  entry.periodCount = mostPeriods / 2
  entry.step *= 2
}

function present(entry: Entry, bus: Bus | undefined): IdSummary {
  const periods = entry.periods.slice(0, entry.periodCount).toSorted()
  const last = periods.length - 1
  const median = ((periods[Math.floor(last / 2)] ?? NaN) + (periods[Math.ceil(last / 2)] ?? NaN)) / 2
  const mean = (entry.lastNs - entry.firstNs) / (entry.count - 1)
  return {
    kind: bus?.kind ?? 'other',
    channel: bus?.channel ?? 0,
    id: entry.id,
    extended: entry.extended,
    frameCount: entry.count,
    minLength: entry.minLength,
    maxLength: entry.maxLength,
    medianPeriodMs: milliseconds(median),
    meanPeriodMs: milliseconds(mean),
  }
}

/** To the microsecond; null for what is no time. */
function milliseconds(nanoseconds: number): number | null {
  return Number.isFinite(nanoseconds) && nanoseconds >= 0 ? Math.round(nanoseconds / 1000) / 1000 : null
}
