import type { BusList } from '../../bus-list.ts'
import { frameFlag, framesPerBlock } from '../../frames.ts'
import type { BusSource } from './bus-source.ts'
import { copyRecordData, copyStreamData } from './frame-data.ts'
import type { FrameLayout } from './frame-layout.ts'
import type { FrameRows } from '../frame-rows.ts'
import type { RecordBatch } from './record-batch.ts'
import { straightFill, type StraightFill } from './straight-fill.ts'
import { readTimes } from './time-column.ts'
import type { ValueWindow } from './value-window.ts'
import { readWords } from './word-column.ts'

// Filling runs without a pause from its first to its last line, so that all groups share these.
const words = new Uint32Array(framesPerBlock)
const lengths = new Uint32Array(framesPerBlock)

/** Records of a group from which on its loop is worth making. */
const straightFrom = 1000

const extendedIdBit = 0x8000_0000
const mostStandardId = 0x7ff
const mostLength = 65_535
const codeLengths = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64]

/** True where the block is nothing but a run of records. */
function mayLend({ bytes, runStep }: RecordBatch, target: FrameRows): boolean {
  return target.reuse && runStep > 0 && !target.isApart(bytes)
}

/** Turns the records of one group into rows of a block, column by column. */
export class FrameFiller {
  readonly layout: FrameLayout
  #buses: BusList
  #source: BusSource
  /** Bus index of each small channel number, -1 when not met yet. */
  #busOfChannel = new Int32Array(256).fill(-1)

  /** Made when it pays: files have dozens of groups of which most have few records. */
  #straight: StraightFill | null | undefined
  /** The same without copying data, for sorted groups. */
  #lending: StraightFill | null = null
  readonly #mayLend: boolean
  #records = 0
  #withData: boolean

  /** `withData`: false when the data of frames are not wanted. */
  constructor(layout: FrameLayout, source: BusSource, buses: BusList, withData: boolean) {
    this.#withData = withData
    this.#mayLend = withData && layout.data.kind === 'record'
    this.layout = layout
    this.#source = source
    this.#buses = buses
  }

  /**
   * Fills the batch's rows; the target must be open. `values` holds the data that are kept outside the records,
   * all that the batch needs. Times are left out for a group whose times are in another.
   */
  fill(batch: RecordBatch, target: FrameRows, values?: ValueWindow): void {
    const { layout } = this
    this.#records += batch.count
    if (this.#straight === undefined && this.#records >= straightFrom) {
      this.#straight = straightFill(layout, this.#withData)
      if (this.#straight && this.#mayLend) this.#lending = straightFill(layout, this.#withData, true)
    }
    if (this.#lending && mayLend(batch, target)) {
      target.lend(batch.bytes)
      return this.#lending(batch, target, values, this.#busOfChannel, this.#busOf(batch))
    }
    if (this.#straight && (layout.data.kind !== 'stream' || !this.#withData || values)) {
      target.reserve(layout.data.kind === 'record' ? layout.data.byteLength * batch.count : batch.valueBytes)
      return this.#straight(batch, target, values, this.#busOfChannel, this.#busOf(batch))
    }
    batch.spread()
    const { rows, count } = batch
    if (layout.time) readTimes(layout.time, batch, target.timeNs)
    else for (let i = 0; i < count; i++) target.timeNs[rows[i] ?? 0] = NaN
    this.#fillBuses(batch, target)
    layout.flags.read(batch, target.flags, words)
    this.#fillIds(batch, target)
    if (!this.#withData) return
    this.#readLengths(batch, target)
    if (layout.data.kind === 'stream') copyStreamData(batch, layout, layout.data, lengths, values, target)
    else copyRecordData(batch, layout, layout.data, lengths, target)
  }

  #fillBuses(batch: RecordBatch, target: FrameRows): void {
    const { channel } = this.layout
    const { rows, count } = batch
    const into = target.bus
    if (!channel) {
      const bus = this.#busIndex(this.#source.channel, batch.offset)
      for (let i = 0; i < count; i++) into[rows[i] ?? 0] = bus
      return
    }
    readWords(channel, batch, words)
    const table = this.#busOfChannel
    for (let i = 0; i < count; i++) {
      const number = (words[i] ?? 0) & 0xffff
      const known = number < 256 ? (table[number] ?? -1) : -1
      into[rows[i] ?? 0] = known >= 0 ? known : this.#busIndex(number, batch.offset)
    }
  }

  #busOf({ offset }: RecordBatch): (channel: number) => number {
    return (channel) => this.#busIndex(this.layout.channel ? channel : this.#source.channel, offset)
  }

  #busIndex(channel: number, offset: number): number {
    const index = this.#buses.indexOf(this.layout.kind, channel, offset, this.#source.nameOf)
    if (channel < 256) this.#busOfChannel[channel] = index
    return index
  }

  #fillIds(batch: RecordBatch, target: FrameRows): void {
    const { id, idMask, extendedById, kind } = this.layout
    const { rows, count } = batch
    if (!id) {
      for (let i = 0; i < count; i++) target.id[rows[i] ?? 0] = 0
      return
    }
    readWords(id, batch, words)
    const into = target.id
    // Writers without an IDE channel mark extended identifiers in bit 31, or leave them to be seen.
    const least = kind !== 'CAN' ? Infinity : extendedById ? mostStandardId + 1 : extendedIdBit
    for (let i = 0; i < count; i++) {
      const word = words[i] ?? 0
      const row = rows[i] ?? 0
      into[row] = word & idMask
      if (word >= least) target.flags[row] = (target.flags[row] ?? 0) | frameFlag.extended
    }
  }

  #readLengths(batch: RecordBatch, target: FrameRows): void {
    const { length, lengthIsCode, data } = this.layout
    const { rows, count } = batch
    if (!length) {
      lengths.fill(mostLength, 0, count)
      return
    }
    readWords(length, batch, lengths)
    if (!lengthIsCode) return
    const long = data.kind !== 'record' || data.byteLength > 8
    for (let i = 0; i < count; i++) {
      const isFd = ((target.flags[rows[i] ?? 0] ?? 0) & frameFlag.fd) !== 0
      const code = lengths[i] ?? 0
      lengths[i] = isFd && long ? (codeLengths[code] ?? 64) : Math.min(8, code)
    }
  }
}
