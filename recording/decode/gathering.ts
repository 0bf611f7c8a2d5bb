import { Arena } from './arena.ts'
import type { BitLayout } from './bit-layout.ts'
import { columnBytes, rowBytes, SampleRows } from './sample-rows.ts'

/** Memory for rows that wait for more; a recording with very many groups has shorter blocks instead. */
const budgetBytes = 64 * 1024 * 1024
const fewestRows = 256

/** How many rows of a group make one block of samples. */
export interface Gathering {
  /** A block's frames begin. */
  begin(): void
  /** Room for samples of which `count` are at hand; `before` is the room of the group's last block. */
  open(layouts: readonly BitLayout[], count: number, before: number): SampleRows
}

/** A block for what one block of frames holds of a group. The blocks of one `begin` to the next share few large buffers. */
export class NoGathering implements Gathering {
  readonly #arena = new Arena()

  begin(): void {
    this.#arena.begin()
  }

  open(layouts: readonly BitLayout[], count: number): SampleRows {
    return new SampleRows(layouts, count, this.#arena.take(columnBytes(layouts, count)))
  }
}

/** Blocks of `rows` samples, each in a buffer of its own; a group's first ones are shorter. */
export class GatheredRows implements Gathering {
  readonly #rows: number
  /** Of the longest rooms that were given; each group has one at a time. */
  #bytes = 0

  constructor(rows: number) {
    this.#rows = rows
  }

  begin(): void {}

  open(layouts: readonly BitLayout[], count: number, before: number): SampleRows {
    const room = this.#room(count, before, rowBytes(layouts))
    return new SampleRows(layouts, room, { buffer: new ArrayBuffer(columnBytes(layouts, room)), offset: 0 })
  }

  #room(count: number, before: number, bytes: number): number {
    const wanted = Math.min(this.#rows, before === 0 ? fewestRows : before * 2)
    const more = Math.max(0, wanted - before) * bytes
    // Rows at hand fill their room at once, so that nothing waits.
    if (this.#bytes + more > budgetBytes) return Math.min(this.#rows, count)
    this.#bytes += more
    return wanted
  }
}
