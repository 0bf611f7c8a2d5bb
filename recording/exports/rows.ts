import type { RawValues, SampleBlock } from '../signals.ts'
import { columnsOf, type Column, type Selection, type SignalTable } from './signal-table.ts'
import { TimeQueue } from './time-queue.ts'

/** Rows of many signals as columns; raw values, as the signals' conversions take them. */
export interface RowBlock {
  readonly count: number
  readonly timeNs: Float64Array
  readonly values: readonly Float64Array[]
  /** 1 where the column has a value in the row. */
  readonly present: readonly Uint8Array[]
}

export interface Rows {
  readonly columns: readonly Column[]
  readonly blocks: AsyncIterable<RowBlock>
}

/** Values of a block, so that a table of thousands of signals needs no more memory than one of few. */
const cellsPerBlock = 512 * 1024
const mostRowsPerBlock = 4096
const nanosecondsPerSecond = 1e9
/** A clock that jumps by years must not fill the disk with rows that say nothing. */
const mostGridRows = 1_000_000_000

/**
 * As recorded: a row for each moment at which any of the signals was sampled, with the values of that moment alone;
 * no row where none of them has a value.
 * Memory is bounded by a block in hand of each group.
 */
export function recordedRows(table: SignalTable, selection: Selection): Rows {
  const columns = columnsOf(table, selection)
  return { columns, blocks: mergedBlocks(table, selection, columns) }
}

/** The moments of a raster: `startNs`, then every 1/hertz seconds, `count` rows. */
export interface Grid {
  readonly startNs: number
  readonly hertz: number
  readonly count: number
}

/**
 * The raster over the wanted signals: from the first sample (or the selection's begin, where that is later) up to the row at or
 * after the last one, before the selection's end. Throws RangeError for a rate that is not positive, or too many rows.
 */
export function gridOf(table: SignalTable, selection: Selection, hertz: number): Grid {
  if (!(hertz > 0)) throw new RangeError(`A raster of ${hertz} Hz is not possible; give a positive rate`)
  const spans = [...new Set(columnsOf(table, selection).map(({ group }) => group))].flatMap((group) => table.span(group) ?? [])
  const startNs = Math.max(selection.fromNs, Math.min(...spans.map(({ firstNs }) => firstNs)))
  const endNs = Math.min(selection.toNs, Math.max(...spans.map(({ lastNs }) => lastNs)))
  if (!(endNs >= startNs) || startNs === Infinity) return { startNs: 0, hertz, count: 0 }
  const count = Math.ceil(((endNs - startNs) * hertz) / nanosecondsPerSecond) + 1
  if (count > mostGridRows)
    throw new RangeError(`A raster of ${hertz} Hz gives ${count} rows; take a lower rate or a shorter time range`)
  const grid = { startNs, hertz, count }
  return gridTimeNs(grid, count - 1) >= selection.toNs ? { ...grid, count: count - 1 } : grid
}

/** Moment of a row of the grid, nanoseconds since the origin. */
export function gridTimeNs({ startNs, hertz }: Grid, row: number): number {
  return startNs + Math.round((row * nanosecondsPerSecond) / hertz)
}

/**
 * On a raster: each value is the last one sampled at or before the row's moment; none before a signal's first sample in the
 * selection. Memory is bounded by a block in hand of each group.
 */
export function gridRows(table: SignalTable, selection: Selection, grid: Grid): Rows {
  const columns = columnsOf(table, selection)
  return { columns, blocks: gridBlocks(table, selection, columns, grid) }
}

/** Where values go. */
interface Target {
  put(row: number, column: number, value: number): void
}

/** The samples of one group, one after the other. */
class Cursor {
  /** Places of the group's wanted signals among all columns. */
  readonly columns: readonly number[]
  timeNs = Infinity
  #blocks: AsyncIterator<SampleBlock>
  #block: SampleBlock | undefined
  #row = 0

  constructor(table: SignalTable, group: number, selection: Selection, columns: readonly Column[]) {
    const own = columns.flatMap((column, at) => (column.group === group ? [{ at, index: column.index }] : []))
    this.columns = own.map(({ at }) => at)
    const signals = own.map(({ index }) => index)
    this.#blocks = table.read(group, selection.fromNs, selection.toNs, signals)[Symbol.asyncIterator]()
  }

  /** Brings the next block to hand; afterwards `timeNs` is that of its first sample, or infinite at the end. */
  async load(): Promise<void> {
    this.#row = 0
    for (;;) {
      const { value, done } = await this.#blocks.next()
      this.#block = done ? undefined : value
      if (done || value.count > 0) break
    }
    this.timeNs = this.#block?.timeNs[0] ?? Infinity
  }

  /** Puts the sample's values into a row; true when the next block must be loaded before going on. */
  take(target: Target, row: number): boolean {
    const block = this.#block
    if (block === undefined) return false
    for (let own = 0; own < this.columns.length; own++) {
      const present = block.valid[own]?.[this.#row] ?? 1
      if (present) target.put(row, this.columns[own] ?? 0, valueAt(block.raw[own], this.#row))
    }
    this.#row++
    this.timeNs = block.timeNs[this.#row] ?? Infinity
    return this.#row >= block.count
  }

  async close(): Promise<void> {
    await this.#blocks.return?.()
  }
}

function valueAt(values: RawValues | undefined, row: number): number {
  return values?.[row] ?? NaN
}

class RowBuilder implements Target {
  count = 0
  #filled = false
  #rows: number
  #timeNs: Float64Array
  #values: Float64Array[]
  #present: Uint8Array[]

  constructor(columns: number) {
    const rowsPerBlock = Math.max(64, Math.min(mostRowsPerBlock, Math.floor(cellsPerBlock / Math.max(1, columns))))
    this.#rows = rowsPerBlock
    this.#timeNs = new Float64Array(rowsPerBlock)
    this.#values = Array.from({ length: columns }, () => new Float64Array(rowsPerBlock))
    this.#present = Array.from({ length: columns }, () => new Uint8Array(rowsPerBlock))
  }

  row(timeNs: number): number {
    this.#timeNs[this.count] = timeNs
    this.#filled = false
    return this.count++
  }

  /** Takes the last row back when no value was put into it. */
  dropEmpty(): void {
    if (!this.#filled) this.count--
  }

  put(row: number, column: number, value: number): void {
    const values = this.#values[column]
    const present = this.#present[column]
    if (values === undefined || present === undefined) return
    values[row] = value
    present[row] = 1
    this.#filled = true
  }

  get full(): boolean {
    return this.count === this.#rows
  }

  take(): RowBlock {
    const count = this.count
    const block = {
      count,
      timeNs: this.#timeNs.slice(0, count),
      values: this.#values.map((values) => values.slice(0, count)),
      present: this.#present.map((mask) => mask.slice(0, count)),
    }
    for (const mask of this.#present) mask.fill(0)
    this.count = 0
    return block
  }
}

async function openCursors(table: SignalTable, selection: Selection, columns: readonly Column[]): Promise<Cursor[]> {
  const cursors = [...new Set(columns.map(({ group }) => group))].map((group) => new Cursor(table, group, selection, columns))
  for (const cursor of cursors) await cursor.load()
  return cursors
}

async function* mergedBlocks(table: SignalTable, selection: Selection, columns: readonly Column[]): AsyncGenerator<RowBlock> {
  const cursors = await openCursors(table, selection, columns)
  const builder = new RowBuilder(columns.length)
  const queue = new TimeQueue(cursors)
  const due: Cursor[] = []
  try {
    for (let timeNs = queue.timeNs; timeNs < Infinity; timeNs = queue.timeNs) {
      const row = builder.row(timeNs)
      // one sample of each group: two of one group at the same moment are two rows
      due.length = 0
      while (queue.timeNs === timeNs) due.push(queue.take())
      for (const cursor of due) {
        if (cursor.take(builder, row)) await cursor.load()
        queue.add(cursor)
      }
      builder.dropEmpty()
      if (builder.full) yield builder.take()
    }
    if (builder.count > 0) yield builder.take()
  } finally {
    for (const cursor of cursors) await cursor.close()
  }
}

/** The last value of each column. */
class Held implements Target {
  readonly last: Float64Array
  readonly has: Uint8Array

  constructor(columns: number) {
    this.last = new Float64Array(columns)
    this.has = new Uint8Array(columns)
  }

  put(_row: number, column: number, value: number): void {
    this.last[column] = value
    this.has[column] = 1
  }
}

async function* gridBlocks(
  table: SignalTable,
  selection: Selection,
  columns: readonly Column[],
  grid: Grid,
): AsyncGenerator<RowBlock> {
  if (grid.count === 0) return
  const cursors = await openCursors(table, selection, columns)
  const builder = new RowBuilder(columns.length)
  const held = new Held(columns.length)
  try {
    for (let step = 0; step < grid.count; step++) {
      const rowNs = gridTimeNs(grid, step)
      for (const cursor of cursors) while (cursor.timeNs <= rowNs) if (cursor.take(held, 0)) await cursor.load()
      const row = builder.row(rowNs)
      for (let column = 0; column < columns.length; column++)
        if (held.has[column]) builder.put(row, column, held.last[column] ?? NaN)
      if (builder.full) yield builder.take()
    }
    if (builder.count > 0) yield builder.take()
  } finally {
    for (const cursor of cursors) await cursor.close()
  }
}
