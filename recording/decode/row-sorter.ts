import { frameFlag, framesPerBlock, type FrameBlock } from '../frames.ts'
import { KeyTable } from './key-table.ts'
import type { MessageRows } from './message-rows.ts'

const undecodable = frameFlag.remote | frameFlag.error

/** Finds or makes the number (from 1) of the unit that decodes an identifier of a bus with these flags; 0 when none does. */
export type UnitFinder = (bus: number, id: number, flags: number) => number

/** The engine makes fast code sooner of a function that is called often than of one that runs long. */
const rowsAtOnce = 512

/** Groups the rows of a block by decoding unit with one counting sort; rows of a unit stay in the order of recording. */
export class RowSorter {
  readonly #find: UnitFinder
  readonly #keys = new KeyTable()
  #units = new Int32Array(framesPerBlock)
  #counts = new Uint32Array(64)
  #least = new Uint16Array(64)
  #rows = new Uint16Array(framesPerBlock)
  #ends = new Uint32Array(64)

  constructor(find: UnitFinder) {
    this.#find = find
  }

  /** Sorts `block`; what `rowsOf` gives holds until the next block. */
  sort(block: FrameBlock, unitCount: () => number): void {
    const { count, length } = block
    if (count > 65_536) throw new RangeError('A frame block holds at most 65,536 rows.')
    if (count > this.#units.length) {
      this.#units = new Int32Array(count)
      this.#rows = new Uint16Array(count)
    }
    for (let from = 0; from < count; from += rowsAtOnce) this.#findUnits(block, from, Math.min(count, from + rowsAtOnce))
    this.#reserve(unitCount() + 1)
    this.#count(count, length)
    this.#place(count)
  }

  #findUnits(block: FrameBlock, from: number, to: number): void {
    const units = this.#units
    if (this.#keys.getAll(from, to, block, units)) return
    const { bus, id, flags } = block
    for (let row = from; row < to; row++)
      if ((units[row] ?? 0) < 0) units[row] = this.#newKey(bus[row] ?? 0, id[row] ?? 0, flags[row] ?? 0)
  }

  #count(count: number, length: Uint16Array): void {
    const [units, counts, least] = [this.#units, this.#counts.fill(0), this.#least.fill(0xffff)]
    for (let row = 0; row < count; row++) {
      const unit = units[row] ?? 0
      counts[unit] = (counts[unit] ?? 0) + 1
      const bytes = length[row] ?? 0
      if (bytes < (least[unit] ?? 0)) least[unit] = bytes
    }
  }

  #place(count: number): void {
    const [rows, units, counts, ends] = [this.#rows, this.#units, this.#counts, this.#ends]
    // Rows that nobody decodes lie in front, as unit 0.
    let next = 0
    for (let unit = 0; unit < counts.length; unit++) {
      ends[unit] = next
      next += counts[unit] ?? 0
    }
    for (let row = 0; row < count; row++) {
      const unit = units[row] ?? 0
      const at = ends[unit] ?? 0
      rows[at] = row
      ends[unit] = at + 1
    }
  }

  /** The rows of `unit` in the block that was sorted last. */
  rowsOf(unit: number, block: FrameBlock): MessageRows {
    const to = this.#ends[unit] ?? 0
    const from = to - (this.#counts[unit] ?? 0)
    return { block, rows: this.#rows, from, to, shortest: this.#least[unit] ?? 0 }
  }

  #newKey(bus: number, id: number, flags: number): number {
    // A key that is new to a block is often in it more than once.
    const known = this.#keys.get(bus, id, flags)
    if (known >= 0) return known
    const unit = flags & undecodable ? 0 : this.#find(bus, id, flags)
    this.#keys.add(bus, id, flags, unit)
    return unit
  }

  #reserve(units: number): void {
    if (units <= this.#counts.length) return
    const length = Math.max(units, this.#counts.length * 2)
    this.#counts = new Uint32Array(length)
    this.#least = new Uint16Array(length)
    this.#ends = new Uint32Array(length)
  }
}
