import { frameFlag, framesPerBlock, type FrameBlock } from '../frames.ts'
import { KeyTable } from './key-table.ts'

const undecodable = frameFlag.remote | frameFlag.error

/** Finds or makes the number (from 1) of the unit that decodes an identifier of a bus; 0 when none does. */
export type UnitFinder = (bus: number, id: number, extended: boolean) => number

/** Groups the rows of a block by decoding unit with one counting sort; rows of a unit stay in the order of recording. */
export class RowSorter {
  readonly #find: UnitFinder
  readonly #keys = new KeyTable()
  #units = new Uint32Array(framesPerBlock)
  #counts = new Uint32Array(64)
  #least = new Uint16Array(64)
  /** Rows of unit u are `rows[start(u)]` to `rows[end(u) - 1]`. */
  rows = new Uint16Array(framesPerBlock)
  #ends = new Uint32Array(64)

  constructor(find: UnitFinder) {
    this.#find = find
  }

  /** Sorts `block`; the answers of the other methods hold until the next block. */
  sort(block: FrameBlock, unitCount: () => number): void {
    const { count, bus, id, flags, length } = block
    if (count > 65_536) throw new RangeError('A frame block holds at most 65,536 rows.')
    if (count > this.#units.length) {
      this.#units = new Uint32Array(count)
      this.rows = new Uint16Array(count)
    }
    const units = this.#units
    const keys = this.#keys
    this.#reserve(unitCount() + 1)
    this.#counts.fill(0)
    this.#least.fill(0xffff)
    let [counts, least] = [this.#counts, this.#least]
    for (let row = 0; row < count; row++) {
      const flag = flags[row] ?? 0
      let unit = 0
      if ((flag & undecodable) === 0) {
        unit = keys.get(bus[row] ?? 0, id[row] ?? 0, flag)
        if (unit < 0) {
          unit = this.#find(bus[row] ?? 0, id[row] ?? 0, (flag & frameFlag.extended) !== 0)
          keys.add(bus[row] ?? 0, id[row] ?? 0, flag, unit)
          this.#reserve(unit + 1)
          counts = this.#counts
          least = this.#least
        }
      }
      units[row] = unit
      counts[unit] = (counts[unit] ?? 0) + 1
      const bytes = length[row] ?? 0
      if (bytes < (least[unit] ?? 0)) least[unit] = bytes
    }
    this.#place(count)
  }

  #place(count: number): void {
    const { rows } = this
    const [units, counts, ends] = [this.#units, this.#counts, this.#ends]
    let next = 0
    for (let unit = 1; unit < counts.length; unit++) {
      ends[unit] = next
      next += counts[unit] ?? 0
    }
    for (let row = 0; row < count; row++) {
      const unit = units[row] ?? 0
      if (unit === 0) continue
      const at = ends[unit] ?? 0
      rows[at] = row
      ends[unit] = at + 1
    }
  }

  start(unit: number): number {
    return this.end(unit) - (this.#counts[unit] ?? 0)
  }

  end(unit: number): number {
    return this.#ends[unit] ?? 0
  }

  /** The shortest payload of a unit's rows, bytes. */
  shortest(unit: number): number {
    return this.#least[unit] ?? 0
  }

  #reserve(units: number): void {
    if (units <= this.#counts.length) return
    const [counts, least] = [this.#counts, this.#least]
    const length = Math.max(units, counts.length * 2)
    this.#counts = new Uint32Array(length)
    this.#counts.set(counts)
    this.#least = new Uint16Array(length).fill(0xffff)
    this.#least.set(least)
    this.#ends = new Uint32Array(length)
  }
}
