import type { ColumnSet } from './column-set.ts'
import type { DecodeMemory } from './decode-memory.ts'

/**
 * The loops over rows and values, and the memory that they work in: one for each decoder. All ways give identical values.
 * Rows are numbers within the block in hand, addresses are bytes of the memory.
 */
export interface ColumnPass {
  readonly kind: 'wasm' | 'scalar'
  readonly memory: DecodeMemory
  /** Looks up the units of rows from `row` on; gives the first row whose key is not in the table, or `count`. */
  find(row: number, count: number): number
  /** Lays the rows down unit by unit, and notes where their data begin and end. */
  sort(count: number, unitCount: number): void
  /**
   * Copies the times of `count` rows, whose numbers stand at `rows`, and `stride` bytes (a multiple of 8) of their payloads,
   * which may be more than they have.
   */
  gather(rows: number, count: number, stride: number, payloads: number, times: number): void
  /** All columns of `set`: into columns with room for `room` rows, the first of them at `base`, from row `at` on. */
  columns(set: ColumnSet, payloads: number, stride: number, count: number, base: number, room: number, at: number): void
  /** One column of `set`, to address `out`. `count` is 1 or more in all of these; up to 32 bytes behind the last value are written too. */
  column(set: ColumnSet, column: number, payloads: number, stride: number, count: number, out: number): void
}
