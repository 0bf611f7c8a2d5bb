import type { RawValues } from '../signals.ts'
import type { ExtremeColumns } from './cell-pass-scalar.ts'
import type { CellPass } from './cell-pass.ts'
import { cellsPerCell, codesPerCell, float64Code, manyCodes, rawArray, rawTypeBytes, rowsPerCell } from './layout.ts'
import type { ValueTile } from './value-block.ts'

/** Cells of a series at one level that are not written yet; grows as needed. */
export class ValueCells implements ValueTile {
  count = 0
  least: RawValues
  greatest: RawValues
  first: RawValues
  last: RawValues
  codes: RawValues | null
  codeCount: Uint8Array | null
  #type: number

  constructor(type: number, coded: boolean) {
    this.#type = type
    this.least = rawArray(type, 16)
    this.greatest = rawArray(type, 16)
    this.first = rawArray(type, 16)
    this.last = rawArray(type, 16)
    this.codes = coded ? rawArray(type, 16 * codesPerCell) : null
    this.codeCount = coded ? new Uint8Array(16) : null
  }

  get bytes(): number {
    const width = rawTypeBytes(this.#type)
    return this.least.length * (this.codes ? (4 + codesPerCell) * width + 1 : 4 * width)
  }

  reserve(cells: number): void {
    if (cells > this.least.length) this.#copy(this.#type, Math.max(cells, this.least.length * 2))
  }

  /** Goes on with float64, which holds every value of every raw type. */
  widen(): void {
    this.#copy(float64Code, this.least.length)
  }

  #copy(type: number, length: number): void {
    const copy = (from: RawValues, times = 1): RawValues => {
      const to = rawArray(type, length * times)
      to.set(from)
      return to
    }
    this.#type = type
    this.least = copy(this.least)
    this.greatest = copy(this.greatest)
    this.first = copy(this.first)
    this.last = copy(this.last)
    if (this.codes) this.codes = copy(this.codes, codesPerCell)
    if (!this.codeCount) return
    const counts = new Uint8Array(length)
    counts.set(this.codeCount)
    this.codeCount = counts
  }

  /** Adds the cells of `values[0, rows)`. */
  addRows(pass: CellPass, values: RawValues, rows: number): void {
    const cells = Math.ceil(rows / rowsPerCell)
    this.reserve(this.count + cells)
    pass.cells(values, rows, this, this.count)
    if (this.codes && this.codeCount)
      for (let cell = 0; cell < cells; cell++) {
        const end = Math.min((cell + 1) * rowsPerCell, rows)
        let before = NaN
        for (let i = cell * rowsPerCell; i < end; i++) {
          const value = values[i] ?? 0
          // Codes change seldom; a repeated one is passed over at once.
          if (value !== before) addCode(this.codes, this.codeCount, this.count + cell, value)
          before = value
        }
      }
    this.count += cells
  }

  /** Adds the cells of the next level above `cells`. */
  addMerged(cells: ValueTile): void {
    const above = Math.ceil(cells.count / cellsPerCell)
    this.reserve(this.count + above)
    mergeExtremes(cells, this, this.count)
    const { codes, codeCount } = this
    if (codes && codeCount && cells.codes && cells.codeCount)
      for (let i = 0; i < cells.count; i++) {
        const at = this.count + Math.floor(i / cellsPerCell)
        const listed = Math.min(cells.codeCount[i] ?? 0, codesPerCell)
        for (let k = 0; k < listed; k++) addCode(codes, codeCount, at, cells.codes[i * codesPerCell + k] ?? 0)
        if (cells.codeCount[i] === manyCodes) codeCount[at] = manyCodes
      }
    this.count += above
  }

  /** Forgets the cells, which are written. */
  clear(): void {
    this.count = 0
    this.codes?.fill(0)
    this.codeCount?.fill(0)
  }

  /** All four columns hold one value, which is not NaN. */
  get same(): boolean {
    const value = this.least[0] ?? NaN
    const columns = [this.least, this.greatest, this.first, this.last]
    // Object.is, because -0 shall come back as -0.
    for (let i = 0; i < this.count; i++) for (const column of columns) if (!Object.is(column[i], value)) return false
    return value === value
  }
}

/** Each four of `cells` become one of `into`, from cell `start` on; cells without a number (NaN) are passed over. */
function mergeExtremes(cells: ValueTile, into: ExtremeColumns, start: number): void {
  const { least, greatest, first, last } = cells
  const { least: intoLeast, greatest: intoGreatest, first: intoFirst, last: intoLast } = into
  for (let begin = 0, at = start; begin < cells.count; begin += cellsPerCell, at++) {
    const end = Math.min(begin + cellsPerCell, cells.count)
    let low = Infinity
    let high = -Infinity
    let head = NaN
    let tail = NaN
    for (let i = begin; i < end; i++) {
      const value = first[i] ?? 0
      if (value !== value) continue
      if (head !== head) head = value
      tail = last[i] ?? 0
      const below = least[i] ?? 0
      const above = greatest[i] ?? 0
      if (below < low) low = below
      if (above > high) high = above
    }
    intoLeast[at] = low > high ? NaN : low
    intoGreatest[at] = low > high ? NaN : high
    intoFirst[at] = head
    intoLast[at] = tail
  }
}

/** Adds `code` to those of a cell unless it is there; more than fit make it "many". */
export function addCode(codes: RawValues, counts: Uint8Array, cell: number, code: number): void {
  const count = counts[cell] ?? 0
  if (code !== code) return
  const listed = Math.min(count, codesPerCell)
  for (let k = 0; k < listed; k++) if (codes[cell * codesPerCell + k] === code) return
  if (count < codesPerCell) {
    codes[cell * codesPerCell + count] = code
    counts[cell] = count + 1
  } else counts[cell] = manyCodes
}
