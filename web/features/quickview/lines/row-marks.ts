/** A mark for each so many bytes: enough to come near any row by one small read, little for any file. */
export const markEvery = 64 * 1024

export interface Mark {
  readonly row: number
  readonly offset: number
}

/** Where some rows begin: the first one after each 64 KiB. */
export class RowMarks {
  readonly #rows: number[]
  readonly #offsets: number[]

  constructor(firstOffset: number) {
    this.#rows = [0]
    this.#offsets = [firstOffset]
  }

  /** A row begins here; rows come in their order. */
  add(row: number, offset: number): void {
    if (offset - (this.#offsets.at(-1) ?? 0) < markEvery) return
    this.#rows.push(row)
    this.#offsets.push(offset)
  }

  /** The last mark at or before the row. */
  before(row: number): Mark {
    return this.#at(lastNotAfter(this.#rows, row))
  }

  /** The first mark after the row; undefined when none is known. */
  after(row: number): Mark | undefined {
    const next = lastNotAfter(this.#rows, row) + 1
    return next < this.#rows.length ? this.#at(next) : undefined
  }

  #at(i: number): Mark {
    return { row: this.#rows[i] ?? 0, offset: this.#offsets[i] ?? 0 }
  }
}

/** Index of the last value that is at most `wanted`; values rise. */
function lastNotAfter(values: readonly number[], wanted: number): number {
  let low = 0
  let high = values.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((values[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
