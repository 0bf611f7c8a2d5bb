import type { Bus, FrameBlock } from '#recording/frames.ts'
import { packFrames, unpackFrames } from './packed-frames.ts'

/** Frames that are listed; those after them are left out, and the page says so. */
export const mostFrames = 100_000_000
const blocksKept = 8

interface Part {
  readonly first: number
  readonly count: number
  readonly firstNs: number
  readonly blob: Blob
}

/**
 * The frames of a recording by their place. Blocks are packed into Blobs, which the browser keeps on its disk when they
 * are many; a few are held unpacked. Frames come by `add`, or are read on from `more` as far as somebody looks.
 */
export class FrameLog {
  readonly buses: readonly Bus[]
  readonly #parts: Part[] = []
  readonly #kept = new Map<number, Promise<FrameBlock>>()
  #more: AsyncIterator<FrameBlock> | null
  #reading: Promise<void> | null = null
  count = 0
  leftOut = false

  /** `buses` may grow. */
  constructor(buses: readonly Bus[], more: AsyncIterable<FrameBlock> | null = null) {
    this.buses = buses
    this.#more = more?.[Symbol.asyncIterator]() ?? null
  }

  /** False while `readOn` may find more. */
  get complete(): boolean {
    return this.#more === null
  }

  get partCount(): number {
    return this.#parts.length
  }

  /** Copies the block. */
  add(block: FrameBlock): void {
    if (block.count === 0) return
    if (this.count >= mostFrames) {
      this.leftOut = true
      return
    }
    this.#parts.push({ first: this.count, count: block.count, firstNs: block.timeNs[0] ?? NaN, blob: packFrames(block) })
    this.count += block.count
  }

  /** Reads another block. A fault in the file ends the frames: what was read before it stays. */
  async readOn(): Promise<void> {
    this.#reading ??= this.#readBlock().finally(() => (this.#reading = null))
    await this.#reading
  }

  async #readBlock(): Promise<void> {
    try {
      const next = await this.#more?.next()
      if (next === undefined || next.done || this.leftOut) this.#more = null
      else this.add(next.value)
    } catch {
      this.#more = null
    }
  }

  part(index: number): { first: number; block: Promise<FrameBlock> } | null {
    const part = this.#parts[index]
    if (part === undefined) return null
    const block = this.#kept.get(index) ?? unpackFrames(part.blob, part.count)
    this.#kept.delete(index)
    this.#kept.set(index, block)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > blocksKept && !oldest.done) this.#kept.delete(oldest.value)
    return { first: part.first, block }
  }

  /** The part that holds a place; -1 without one. */
  partOf(row: number): number {
    return row >= this.count ? -1 : this.#lastPart(({ first }) => first <= row)
  }

  /** The place of the first frame at or after a time; the last one when there is none. */
  async rowAt(timeNs: number): Promise<number> {
    while (!this.complete && !((this.#parts.at(-1)?.firstNs ?? -Infinity) > timeNs)) await this.readOn()
    const part = this.part(
      Math.max(
        0,
        this.#lastPart(({ firstNs }) => firstNs <= timeNs),
      ),
    )
    if (part === null) return 0
    const block = await part.block
    const within = block.timeNs.findIndex((time) => time >= timeNs)
    return Math.min(this.count - 1, part.first + (within < 0 ? block.count : within))
  }

  #lastPart(holds: (part: Part) => boolean): number {
    let low = 0
    let high = this.#parts.length
    while (low < high) {
      const middle = (low + high) >> 1
      const part = this.#parts[middle]
      if (part !== undefined && holds(part)) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
