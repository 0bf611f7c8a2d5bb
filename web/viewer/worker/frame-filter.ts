import type { FrameBlock } from '#recording/frames.ts'
import type { FrameFilter } from '../protocol.ts'
import { isError, isExtended, isOfKind } from '../trace/frame-flags.ts'
import { holdsWords } from '../trace/frame-words.ts'
import type { FrameLog } from './frame-log.ts'
import type { NameOf } from './frame-pages.ts'

/** Those of `flagBits`. */
const flagsTold = 0x1f

export const isEverything = ({ text, bus, kind }: FrameFilter): boolean => text.trim() === '' && bus === null && kind === null

/** The frames that match a filter, found part by part. What does not ask for data is decided once for each identifier. */
export class FrameMatches {
  readonly filter: FrameFilter
  /** Places in the recording, rising. */
  readonly places: number[] = []
  readonly #log: FrameLog
  readonly #nameOf: NameOf
  readonly #words: readonly string[]
  readonly #data: readonly Uint8Array[]
  readonly #decided = new Map<number, boolean>()
  #nextPart = 0

  constructor(filter: FrameFilter, log: FrameLog, nameOf: NameOf) {
    const words = filter.text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    this.filter = filter
    this.#log = log
    this.#nameOf = nameOf
    this.#words = words.filter((word) => bytesOf(word) === null)
    this.#data = words.flatMap((word) => bytesOf(word) ?? [])
  }

  get complete(): boolean {
    return this.#log.complete && this.#nextPart >= this.#log.partCount
  }

  is({ text, bus, kind }: FrameFilter): boolean {
    return text === this.filter.text && bus === this.filter.bus && kind === this.filter.kind
  }

  async lookOn(): Promise<void> {
    if (this.#nextPart >= this.#log.partCount) await this.#log.readOn()
    const part = this.#log.part(this.#nextPart)
    if (part === null) return
    this.#nextPart++
    const block = await part.block
    for (let row = 0; row < block.count; row++) if (this.#matches(block, row)) this.places.push(part.first + row)
  }

  /** Among those that match, the first at or after a place in the recording; the last one where there is none. */
  async placeOf(row: number): Promise<number> {
    while (!this.complete && (this.places.at(-1) ?? -1) < row) await this.lookOn()
    const at = lowerBound(this.places, row)
    return Math.max(0, Math.min(at, this.places.length - 1))
  }

  #matches(block: FrameBlock, row: number): boolean {
    const key = ((block.bus[row] ?? 0) * (flagsTold + 1) + ((block.flags[row] ?? 0) & flagsTold)) * 2 ** 32 + (block.id[row] ?? 0)
    let decided = this.#decided.get(key)
    if (decided === undefined) this.#decided.set(key, (decided = this.#decide(block, row)))
    if (!decided || this.#data.length === 0) return decided
    const start = block.dataStart[row] ?? 0
    const data = block.data.subarray(start, start + (block.length[row] ?? 0))
    return this.#data.every((wanted) => holdsBytes(data, wanted))
  }

  #decide(block: FrameBlock, row: number): boolean {
    const { kind, bus: wantedBus } = this.filter
    const bus = this.#log.buses[block.bus[row] ?? 0]
    const id = block.id[row] ?? 0
    const flags = block.flags[row] ?? 0
    if (kind !== null && !isOfKind(flags, kind)) return false
    if (wantedBus !== null && (bus === undefined || `${bus.kind} ${bus.channel}` !== wantedBus)) return false
    const name = bus === undefined || isError(flags) ? null : this.#nameOf(bus, id, isExtended(flags))
    return holdsWords({ bus: bus?.name ?? '', id, flags, name }, this.#words)
  }
}

/** `data:01ff` as bytes; null for other words. */
function bytesOf(word: string): Uint8Array | null {
  const digits = /^data:((?:[0-9a-f]{2})+)$/.exec(word)?.[1]
  return digits === undefined ? null : Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function holdsBytes(data: Uint8Array, wanted: Uint8Array): boolean {
  for (let at = 0; at + wanted.length <= data.length; at++) if (wanted.every((byte, i) => data[at + i] === byte)) return true
  return false
}

function lowerBound(places: readonly number[], row: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? Infinity) < row) low = middle + 1
    else high = middle
  }
  return low
}
