import type { RawValues } from '../signals.ts'
import type { CellPass } from './cell-pass.ts'
import { DirectoryBuilder } from './directory.ts'
import { chunksInIndex, float64Code, rawArray, rawTypeBytes, rawTypeCode, rowsPerChunk } from './layout.ts'
import { TileLog, type HeldBytes } from './tile-log.ts'
import type { Packed } from './time-block.ts'
import { valueChunkBlock, valueTileBlock } from './value-block.ts'
import { ValueCells } from './value-cells.ts'

type Write = (block: Packed) => number

/** Collects one series: samples that wait for a full chunk, and its cells. */
export class SeriesBuilder {
  readonly coded: boolean
  type: number
  /** Rows of the recording without a value. */
  invalid = 0
  rounded = false
  readonly chunks = new DirectoryBuilder('valueChunks', chunksInIndex)
  readonly levels: { readonly cells: ValueCells; readonly tiles: TileLog }[] = []
  readonly #memory: HeldBytes
  #values: RawValues

  /** `memory`: of tiles that are held back. */
  constructor(type: number, coded: boolean, memory: HeldBytes) {
    this.#memory = memory
    this.coded = coded
    this.type = type
    this.#values = rawArray(type, 64)
  }

  get bytes(): number {
    return this.levels.reduce((sum, level) => sum + level.cells.bytes, this.#values.byteLength)
  }

  /** Copies `raw[from, to)` behind the `rows` samples that wait. */
  append(raw: RawValues, from: number, to: number, rows: number): void {
    if (rawTypeCode(raw) !== this.type && this.type !== float64Code) this.#widen(rawTypeCode(raw))
    const needed = rows + to - from
    if (needed > this.#values.length) {
      const grown = rawArray(this.type, Math.min(rowsPerChunk, Math.max(needed, this.#values.length * 2)))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values.set(raw.subarray(from, to), rows)
  }

  /** A source that changes its raw type in the middle goes on as float64, which holds all of them. */
  #widen(type: number): void {
    if (rawTypeBytes(type) === 0) return
    this.type = float64Code
    this.#values = Float64Array.from(this.#values)
    for (const { cells } of this.levels) cells.widen()
  }

  /** Writes the first `rows` samples as a chunk, adds their cells to level 0, and keeps those after them up to `end`. */
  flushChunk(rows: number, end: number, pass: CellPass, write: Write): void {
    const values = this.#values
    const cells = this.level(0).cells
    const before = cells.count
    cells.addRows(pass, values, rows)
    let least = NaN
    let greatest = NaN
    for (let i = before; i < cells.count; i++) {
      const low = cells.least[i] ?? 0
      const high = cells.greatest[i] ?? 0
      if (!(low >= least)) least = low === low ? low : least
      if (!(high <= greatest)) greatest = high === high ? high : greatest
    }
    const { sum, numbers } = pass.sum(values, rows)
    const block = valueChunkBlock(values, rows, least === greatest && numbers === rows && isRepeated(values, rows, least))
    this.chunks.add([write(block), block.length, numbers, sum, least, greatest], write)
    if (end > rows) values.copyWithin(0, rows, end)
  }

  level(index: number): { readonly cells: ValueCells; readonly tiles: TileLog } {
    return (this.levels[index] ??= {
      cells: new ValueCells(this.type, this.coded),
      tiles: new TileLog('valueTiles', this.#memory),
    })
  }

  /** Writes the waiting cells of a level as a tile and adds those of the level above. */
  flushTile(index: number, above: boolean, write: Write): void {
    const { cells, tiles } = this.level(index)
    tiles.add(valueTileBlock(cells, cells.same), [], write)
    if (above) this.level(index + 1).cells.addMerged(cells)
    cells.clear()
  }

  /** Gives memory back; `rows` samples wait. */
  shrink(rows: number): void {
    const kept = rawArray(this.type, Math.max(rows, 64))
    kept.set(this.#values.subarray(0, rows))
    this.#values = kept
  }
}

/** -0 equals 0 but is another number; only then every sample must be looked at. */
function isRepeated(values: RawValues, rows: number, value: number): boolean {
  if (value !== 0) return true
  for (let i = 0; i < rows; i++) if (!Object.is(values[i], 0)) return Object.is(values[0], -0) && allNegative(values, rows)
  return true
}

function allNegative(values: RawValues, rows: number): boolean {
  for (let i = 0; i < rows; i++) if (!Object.is(values[i], -0)) return false
  return true
}
