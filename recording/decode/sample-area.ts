import type { SampleBlock } from '../signals.ts'
import type { ColumnSet } from './column-set.ts'
import type { DecodeMemory } from './decode-memory.ts'
import { SampleRows } from './sample-rows.ts'

/** Stays in a processor's second memory while it is filled, and copied out. */
const usualBytes = 1024 * 1024

/**
 * Where the samples of a block of frames are made, group by group. They are copied out together, so that columns, which
 * are often only some hundred bytes, are views of few buffers, and a block can be kept or given to another thread as a whole.
 */
export class SampleArea {
  readonly #memory: DecodeMemory
  readonly #made: SampleRows[] = []
  #blocks: SampleBlock[] = []
  #at: number
  #bytes = usualBytes
  #used = 0

  constructor(memory: DecodeMemory) {
    this.#memory = memory
    this.#at = memory.take(usualBytes)
  }

  /** Samples are added to `blocks` from here on. What a failure left behind is forgotten. */
  begin(blocks: SampleBlock[]): void {
    this.#blocks = blocks
    this.#made.length = 0
    this.#used = 0
  }

  /** Room for `count` samples of a group, to be filled before the next room is opened. */
  open(group: number, columns: ColumnSet, count: number): SampleRows {
    const bytes = columns.roomBytes(count)
    if (this.#used + bytes > this.#bytes) this.end()
    if (bytes > this.#bytes) {
      this.#bytes = bytes
      this.#at = this.#memory.take(bytes)
    }
    const rows = new SampleRows(group, columns, count, this.#at + this.#used)
    this.#made.push(rows)
    this.#used += bytes
    return rows
  }

  /** Copies out what was made. */
  end(): void {
    if (this.#used === 0) return
    const buffer = this.#memory.buffer.slice(this.#at, this.#at + this.#used)
    for (const rows of this.#made) this.#blocks.push(rows.block(buffer, this.#at))
    this.#made.length = 0
    this.#used = 0
  }
}
