import type { Bus, FrameBlock } from '#recording/frames.ts'
import { frameFlag } from '#recording/frames.ts'
import { dataShown } from '../protocol.ts'
import type { FramePage, FrameRow } from '../protocol.ts'
import type { FrameLog } from './frame-log.ts'

/** The name of the message with an identifier on a bus; null when nobody knows it. */
export type NameOf = (bus: Bus, id: number, extended: boolean) => string | null

/** Frames that one question looks through before it answers with what it has. */
const partsPerQuestion = 64

/** Pages of frames, all of them or those that match a filter. The last filter's matches are kept. */
export class FramePages {
  readonly #log: FrameLog
  readonly #nameOf: NameOf
  #filter: Filter | null = null

  constructor(log: FrameLog, nameOf: NameOf) {
    this.#log = log
    this.#nameOf = nameOf
  }

  async page(from: number, count: number, filter: string): Promise<FramePage> {
    const wanted = filter.trim().toLowerCase()
    if (wanted !== '') return await this.#filtered(from, count, wanted)
    for (let i = 0; i < partsPerQuestion && this.#log.count < from + count && !this.#log.complete; i++) await this.#log.readOn()
    const places = range(from, Math.min(from + count, this.#log.count))
    return this.#answer(from, await this.#rows(places), this.#log.count, this.#log.complete)
  }

  async #filtered(from: number, count: number, wanted: string): Promise<FramePage> {
    if (this.#filter?.wanted !== wanted) this.#filter = new Filter(wanted, this.#log, this.#nameOf)
    const filter = this.#filter
    const isWanted = () => !filter.complete && (this.#log.complete || filter.places.length < from + count)
    for (let i = 0; i < partsPerQuestion && isWanted(); i++) await filter.lookOn()
    const rows = await this.#rows(filter.places.slice(from, from + count))
    return this.#answer(from, rows, filter.places.length, filter.complete)
  }

  #answer(from: number, rows: FrameRow[], count: number, complete: boolean): FramePage {
    return { from, rows, count, complete, atHand: this.#log.complete, leftOut: this.#log.leftOut }
  }

  async #rows(places: readonly number[]): Promise<FrameRow[]> {
    const rows: FrameRow[] = []
    for (const place of places) {
      const part = this.#log.part(this.#log.partOf(place))
      if (part !== null) rows.push(this.#row(await part.block, place - part.first, place))
    }
    return rows
  }

  #row(block: FrameBlock, at: number, row: number): FrameRow {
    const bus = this.#log.buses[block.bus[at] ?? 0]
    const id = block.id[at] ?? 0
    const flags = block.flags[at] ?? 0
    const start = block.dataStart[at] ?? 0
    const length = block.length[at] ?? 0
    const isError = (flags & frameFlag.error) !== 0
    return {
      row,
      timeNs: block.timeNs[at] ?? NaN,
      bus: bus?.name ?? '',
      id,
      flags,
      name: bus === undefined || isError ? null : this.#nameOf(bus, id, (flags & frameFlag.extended) !== 0),
      length,
      data: block.data.slice(start, start + Math.min(length, dataShown)),
    }
  }
}

/** Looks for frames whose bus, identifier or message name holds a text; decided once for each identifier. */
class Filter {
  readonly wanted: string
  readonly places: number[] = []
  readonly #log: FrameLog
  readonly #nameOf: NameOf
  readonly #decided = new Map<number, boolean>()
  #nextPart = 0

  constructor(wanted: string, log: FrameLog, nameOf: NameOf) {
    this.wanted = wanted
    this.#log = log
    this.#nameOf = nameOf
  }

  get complete(): boolean {
    return this.#log.complete && this.#nextPart >= this.#log.partCount
  }

  async lookOn(): Promise<void> {
    if (this.#nextPart >= this.#log.partCount) await this.#log.readOn()
    const part = this.#log.part(this.#nextPart)
    if (part === null) return
    this.#nextPart++
    const block = await part.block
    for (let row = 0; row < block.count; row++) {
      const flags = block.flags[row] ?? 0
      const kind = (flags & frameFlag.extended ? 1 : 0) + (flags & frameFlag.error ? 2 : 0)
      const key = ((block.bus[row] ?? 0) * 4 + kind) * 2 ** 32 + (block.id[row] ?? 0)
      const decided = this.#decided.get(key) ?? this.#decide(key, block, row)
      if (decided) this.places.push(part.first + row)
    }
  }

  #decide(key: number, block: FrameBlock, row: number): boolean {
    const bus = this.#log.buses[block.bus[row] ?? 0]
    const id = block.id[row] ?? 0
    const flags = block.flags[row] ?? 0
    const isError = (flags & frameFlag.error) !== 0
    const name = bus === undefined || isError ? '' : (this.#nameOf(bus, id, (flags & frameFlag.extended) !== 0) ?? '')
    const texts = [bus?.name ?? '', isError ? 'error' : `0x${id.toString(16).padStart(3, '0')}`, name]
    const holds = texts.some((text) => text.toLowerCase().includes(this.wanted))
    this.#decided.set(key, holds)
    return holds
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
