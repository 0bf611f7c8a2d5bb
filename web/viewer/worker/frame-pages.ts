import type { Bus, FrameBlock } from '#recording/frames.ts'
import { dataShown } from '../protocol.ts'
import type { FrameFilter, FramePage, FrameRow } from '../protocol.ts'
import { isError, isExtended } from '../trace/frame-flags.ts'
import { FrameMatches, isEverything } from './frame-filter.ts'
import type { FrameLog } from './frame-log.ts'

/** The name of the message with an identifier on a bus; null when nobody knows it. */
export type NameOf = (bus: Bus, id: number, extended: boolean) => string | null

/** Frames that one question looks through before it answers with what it has. */
const partsPerQuestion = 64

/** Pages of frames, all of them or those that match a filter. The last filter's matches are kept. */
export class FramePages {
  readonly log: FrameLog
  readonly #nameOf: NameOf
  #matches: FrameMatches | null = null

  constructor(log: FrameLog, nameOf: NameOf) {
    this.log = log
    this.#nameOf = nameOf
  }

  async page(from: number, count: number, filter: FrameFilter): Promise<FramePage> {
    const { log } = this
    if (!isEverything(filter)) return await this.#filtered(from, count, this.#matchesOf(filter))
    for (let i = 0; i < partsPerQuestion && log.count < from + count && !log.complete; i++) await log.readOn()
    const places = range(from, Math.min(from + count, log.count))
    return this.#answer(from, await this.#rows(places), log.count, log.complete)
  }

  /** The place, among those that match, of the first frame at or after a time. */
  async placeAt(timeNs: number, filter: FrameFilter): Promise<number> {
    const row = await this.log.rowAt(timeNs)
    return isEverything(filter) ? row : await this.#matchesOf(filter).placeOf(row)
  }

  row(block: FrameBlock, at: number, row: number): FrameRow {
    const bus = this.log.buses[block.bus[at] ?? 0]
    const id = block.id[at] ?? 0
    const flags = block.flags[at] ?? 0
    const start = block.dataStart[at] ?? 0
    const length = block.length[at] ?? 0
    return {
      row,
      timeNs: block.timeNs[at] ?? NaN,
      bus: bus?.name ?? '',
      busKey: bus === undefined ? '' : `${bus.kind} ${bus.channel}`,
      id,
      flags,
      name: bus === undefined || isError(flags) ? null : this.#nameOf(bus, id, isExtended(flags)),
      length,
      data: block.data.slice(start, start + Math.min(length, dataShown)),
    }
  }

  #matchesOf(filter: FrameFilter): FrameMatches {
    if (!this.#matches?.is(filter)) this.#matches = new FrameMatches(filter, this.log, this.#nameOf)
    return this.#matches
  }

  async #filtered(from: number, count: number, matches: FrameMatches): Promise<FramePage> {
    const isWanted = () => !matches.complete && (this.log.complete || matches.places.length < from + count)
    for (let i = 0; i < partsPerQuestion && isWanted(); i++) await matches.lookOn()
    const rows = await this.#rows(matches.places.slice(from, from + count))
    return this.#answer(from, rows, matches.places.length, matches.complete)
  }

  #answer(from: number, rows: FrameRow[], count: number, complete: boolean): FramePage {
    return { from, rows, count, complete, atHand: this.log.complete, leftOut: this.log.leftOut }
  }

  async #rows(places: readonly number[]): Promise<FrameRow[]> {
    const rows: FrameRow[] = []
    for (const place of places) {
      const part = this.log.part(this.log.partOf(place))
      if (part !== null) rows.push(this.row(await part.block, place - part.first, place))
    }
    return rows
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
