import { frameFlag, type FrameBlock } from '../frames.ts'
import type { ColumnPass } from './column-pass.ts'
import { FrameColumns } from './frame-columns.ts'
import { KeyTable } from './key-table.ts'
import type { MessageRows } from './message-rows.ts'
import { head, rowAreas, unitNumbers } from './row-areas.ts'

const undecodable = frameFlag.remote | frameFlag.error
const fewUnits = 64
const mostLength = 0xffff

/** Finds or makes the number (from 1) of the unit that decodes an identifier of a bus with these flags; 0 when none does. */
export type UnitFinder = (bus: number, id: number, flags: number) => number

/** Groups the rows of a block by decoding unit with one counting sort; rows of a unit stay in the order of recording. */
export class RowSorter {
  readonly #find: UnitFinder
  readonly #pass: ColumnPass
  readonly #frames: FrameColumns
  readonly #keys: KeyTable
  /** Numbers are kept of so many units, beginning with unit 0 of rows that nobody decodes. */
  #room = 0
  #byUnit = 0
  #unitCount = 1

  constructor(pass: ColumnPass, find: UnitFinder) {
    this.#pass = pass
    this.#find = find
    this.#frames = new FrameColumns(pass.memory)
    this.#keys = new KeyTable(pass.memory)
  }

  /** Sorts `block`; what `rowsOf` gives holds until the next block. */
  sort(block: FrameBlock): void {
    const { count } = block
    if (count > 0) this.#frames.load(block)
    for (let row = 0; (row = this.#pass.find(row, count)) < count;) row = this.#meet(row, block)
    this.#clear()
    if (count === 0) return
    this.#pass.sort(count, this.#unitCount)
    this.#frames.loadData(block)
  }

  /** The rows of `unit` in the block that was sorted last. */
  rowsOf(unit: number, block: FrameBlock): MessageRows {
    const { u32 } = this.#pass.memory
    const at = (this.#byUnit >> 2) + unit * unitNumbers
    const count = u32[at] ?? 0
    const first = (u32[at + 2] ?? 0) - count
    return { block, rows: rowAreas.rows + first * 2, count, shortest: u32[at + 1] ?? 0 }
  }

  /** Deals with a row whose key is not in the table; gives the row to go on with. */
  #meet(row: number, block: FrameBlock): number {
    const [bus, id, flags] = [block.bus[row] ?? 0, block.id[row] ?? 0, block.flags[row] ?? 0]
    const unit = flags & undecodable ? 0 : this.#find(bus, id, flags)
    this.#unitCount = Math.max(this.#unitCount, unit + 1)
    if (this.#keys.add(bus, id, flags, unit)) return row
    this.#pass.memory.u32[(rowAreas.units >> 2) + row] = unit
    return row + 1
  }

  /** No unit has rows yet. */
  #clear(): void {
    const { memory } = this.#pass
    const bytes = unitNumbers * 4
    if (this.#unitCount > this.#room) {
      this.#room = Math.max(this.#unitCount, this.#room * 2, fewUnits)
      this.#byUnit = memory.take(this.#room * bytes)
      memory.u32[head.byUnit] = this.#byUnit
    }
    const { u32 } = memory
    for (let unit = 0, at = this.#byUnit >> 2; unit < this.#unitCount; unit++, at += unitNumbers) {
      u32[at] = 0
      u32[at + 1] = mostLength
    }
  }
}
