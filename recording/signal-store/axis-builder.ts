import type { RawValues } from '../signals.ts'
import type { CellPass } from './cell-pass.ts'
import { DirectoryBuilder, type Directory } from './directory.ts'
import { gapLimit } from './gap-limit.ts'
import { cellsPerTile, chunksInIndex, rowsPerCell, rowsPerChunk, rowsWithoutLevels } from './layout.ts'
import type { SeriesBuilder } from './series-builder.ts'
import { TileLog, type HeldBytes } from './tile-log.ts'
import { timeChunkBlock, timeTileBlock, type Packed } from './time-block.ts'
import { TimeCells } from './time-cells.ts'

type Write = (block: Packed) => number

interface Level {
  readonly cells: TimeCells
  readonly tiles: TileLog
}

/** What the index says of an axis and of its series, in the order of `AxisBuilder.series`. */
export interface FinishedAxis {
  readonly timeFalls: boolean
  readonly chunks: Directory
  readonly levels: readonly Directory[]
  readonly series: readonly { readonly chunks: Directory; readonly levels: readonly Directory[] }[]
}

/** Collects the times of an axis and drives its series, so that their chunks, cells and tiles have the same borders. */
export class AxisBuilder {
  series: SeriesBuilder[]
  /** Samples so far. */
  count = 0
  #timeFalls = false
  #times = new Float64Array(64)
  /** Samples that wait for a full chunk. */
  #rows = 0
  #beforeNs = NaN
  #gapNs = NaN
  #chunks = new DirectoryBuilder('axis', chunksInIndex)
  #levels: Level[] = []
  /** 0: to be counted. */
  #bytes = 0
  readonly #pass: CellPass
  readonly #memory: HeldBytes

  /** `memory`: of tiles that are held back. */
  constructor(series: SeriesBuilder[], pass: CellPass, memory: HeldBytes) {
    this.series = series
    this.#pass = pass
    this.#memory = memory
  }

  /** Memory that waits to be written; counted again only after something grew, as this is asked for after every block. */
  get bytes(): number {
    if (this.#bytes === 0) {
      const own = this.#levels.reduce((sum, level) => sum + level.cells.bytes, this.#times.byteLength)
      this.#bytes = this.series.reduce((sum, series) => sum + series.bytes, own)
    }
    return this.#bytes
  }

  /** An axis with the same past for `series`, which leave this one. */
  split(series: readonly SeriesBuilder[], write: Write): AxisBuilder {
    const twin = new AxisBuilder([...series], this.#pass, this.#memory)
    this.series = this.series.filter((one) => !series.includes(one))
    this.#bytes = 0
    twin.count = this.count
    twin.#timeFalls = this.#timeFalls
    twin.#times = this.#times.slice()
    twin.#rows = this.#rows
    twin.#beforeNs = this.#beforeNs
    twin.#gapNs = this.#gapNs
    twin.#chunks = this.#chunks.clone()
    twin.#levels = this.#levels.map(({ cells, tiles }) => ({ cells: cells.clone(), tiles: tiles.clone(write) }))
    return twin
  }

  /** Adds `count` samples; `raw[i]` are those of `series[i]`. */
  append(times: Float64Array, raw: readonly RawValues[], count: number, write: Write): void {
    for (let at = 0; at < count;) {
      const take = Math.min(count - at, rowsPerChunk - this.#rows)
      this.#appendTimes(times.subarray(at, at + take))
      for (const [i, series] of this.series.entries()) {
        const values = raw[i]
        if (values) series.append(values, at, at + take, this.#rows)
      }
      this.#rows += take
      this.count += take
      at += take
      if (this.#rows === rowsPerChunk) this.#flushChunk(rowsPerChunk, write)
    }
  }

  #appendTimes(times: Float64Array): void {
    const needed = this.#rows + times.length
    if (needed > this.#times.length) {
      const grown = new Float64Array(Math.min(rowsPerChunk, Math.max(needed, this.#times.length * 2)))
      grown.set(this.#times.subarray(0, this.#rows))
      this.#times = grown
      this.#bytes = 0
    }
    this.#times.set(times, this.#rows)
  }

  #level(index: number): Level {
    return (this.#levels[index] ??= { cells: new TimeCells(), tiles: new TileLog('axis', this.#memory) })
  }

  #flushChunk(rows: number, write: Write): void {
    const times = this.#times
    this.#gapNs = gapLimit(times, rows, this.#beforeNs, this.#gapNs)
    const block = timeChunkBlock(times, rows, this.#gapNs, this.#beforeNs)
    const [least, greatest] = range(times, times, rows)
    this.#chunks.add([write(block), block.length, rows, least, greatest], write)
    if (this.#level(0).cells.addRows(times, rows, this.#beforeNs, this.#gapNs)) this.#timeFalls = true
    for (const series of this.series) series.flushChunk(rows, this.#rows, this.#pass, write)
    this.#bytes = 0
    this.#beforeNs = times[rows - 1] ?? NaN
    times.copyWithin(0, rows, this.#rows)
    this.#rows -= rows
    for (let level = 0; this.#level(level).cells.count >= cellsPerTile; level++) this.#flushTile(level, true, write)
  }

  #flushTile(index: number, above: boolean, write: Write): void {
    const { cells, tiles } = this.#level(index)
    tiles.add(timeTileBlock(cells), [cells.count, ...range(cells.firstNs, cells.lastNs, cells.count)], write)
    for (const series of this.series) series.flushTile(index, above, write)
    if (above) this.#level(index + 1).cells.addMerged(cells)
    cells.count = 0
  }

  /** Writes what waits, short as it is, and gives its memory back. */
  release(write: Write): void {
    const whole = this.#rows - (this.#rows % rowsPerCell)
    if (whole > 0) this.#flushChunk(whole, write)
    // A quarter of a tile is the least that is worth a block of its own.
    if (this.#level(0).cells.count >= cellsPerTile / 4) this.#flushTile(0, true, write)
    this.#times = this.#times.slice(0, Math.max(this.#rows, 64))
    for (const series of this.series) series.shrink(this.#rows)
    this.#bytes = 0
  }

  finish(write: Write): FinishedAxis {
    if (this.#rows > 0) this.#flushChunk(this.#rows, write)
    let levels = 0
    if (this.count > rowsWithoutLevels)
      for (let more = true; more; levels++) {
        const { cells, tiles } = this.#level(levels)
        more = tiles.count + (cells.count > 0 ? 1 : 0) > 1
        if (cells.count > 0) this.#flushTile(levels, more, write)
      }
    return {
      timeFalls: this.#timeFalls,
      chunks: this.#chunks.finish(write),
      levels: this.#levels.slice(0, levels).map((level) => level.tiles.finish(write)),
      series: this.series.map((series) => ({
        chunks: series.chunks.finish(write),
        levels: series.levels.slice(0, levels).map((level) => level.tiles.finish(write)),
      })),
    }
  }
}

function range(least: Float64Array, greatest: Float64Array, count: number): [number, number] {
  let from = Infinity
  let to = -Infinity
  for (let i = 0; i < count; i++) {
    from = Math.min(from, least[i] ?? 0)
    to = Math.max(to, greatest[i] ?? 0)
  }
  return [from, to]
}
