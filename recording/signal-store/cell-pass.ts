import type { RawValues } from '../signals.ts'
import { cellPassModule } from './cell-pass-module.ts'
import { addRest, scalarCells, scalarSum, type ExtremeColumns, type Sum } from './cell-pass-scalar.ts'
import { rawTypeBytes, rawTypeCode, rowsPerCell, rowsPerChunk } from './layout.ts'

/** The inner loops of building a pyramid. */
export interface CellPass {
  readonly kind: 'wasm' | 'scalar'
  /**
   * Least, greatest, first and last of each 64 values of `values[0, count)` (the last cell may have fewer), into
   * `into` from cell `at` on. NaN is no value; a cell of NaN alone gets NaN. `count` is at most 16,384.
   */
  cells(values: RawValues, count: number, into: ExtremeColumns, at: number): void
  /** The sum of `values[0, count)` without NaN; `count` is at most 16,384. */
  sum(values: RawValues, count: number): Sum
}

export const scalarPass: CellPass = {
  kind: 'scalar',
  cells: (values, count, into, at) => scalarCells(values, 0, count, into, at),
  sum: scalarSum,
}

/** By raw type code. */
const typeNames = ['', 'i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'f32', 'f64']
const mostCells = rowsPerChunk / rowsPerCell
/** Values at 0, then four columns of cells, then a sum. */
const columnsAt = rowsPerChunk * 8
const columnBytes = mostCells * 8
const sumAt = columnsAt + 4 * columnBytes

/** The pass in WebAssembly with SIMD; null where there is none, or where the page's policy forbids it. */
export function wasmPass(): CellPass | null {
  try {
    const code = Uint8Array.from(atob(cellPassModule), (letter) => letter.charCodeAt(0))
    return passOf(new WebAssembly.Instance(new WebAssembly.Module(code)).exports)
  } catch {
    return null
  }
}

function passOf(exports: WebAssembly.Exports): CellPass | null {
  const memory = exports.memory
  if (!(memory instanceof WebAssembly.Memory)) return null
  const bytes = new Uint8Array(memory.buffer)
  const functions = (prefix: string) => typeNames.map((name) => exports[`${prefix}_${name}`])
  const cellsOf = functions('cells')
  const sumOf = functions('sum')
  const load = (values: RawValues, count: number): void =>
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, count * values.BYTES_PER_ELEMENT))
  const sums = new Float64Array(memory.buffer, sumAt, 1)

  return {
    kind: 'wasm',
    cells(values, count, into, at) {
      const code = rawTypeCode(values)
      const pass = cellsOf[code]
      const whole = Math.floor(count / rowsPerCell)
      if (typeof pass === 'function' && whole > 0) {
        const width = rawTypeBytes(code)
        load(values, whole * rowsPerCell)
        pass(0, whole, columnsAt, columnsAt + columnBytes, columnsAt + 2 * columnBytes, columnsAt + 3 * columnBytes)
        const size = whole * width
        const columns = [into.least, into.greatest, into.first, into.last]
        for (const [i, column] of columns.entries()) {
          const start = columnsAt + i * columnBytes
          const target = new Uint8Array(column.buffer, column.byteOffset + at * column.BYTES_PER_ELEMENT, size)
          target.set(bytes.subarray(start, start + size))
        }
      }
      scalarCells(values, whole * rowsPerCell, count, into, at + whole)
    },
    sum(values, count) {
      const pass = sumOf[rawTypeCode(values)]
      if (typeof pass !== 'function') return scalarSum(values, count)
      const fours = count - (count % 4)
      load(values, fours)
      const numbers = Number(pass(0, fours, sumAt))
      return addRest({ sum: sums[0] ?? 0, numbers }, values, fours, count)
    },
  }
}

let best: CellPass | undefined

/** The fastest pass there is here. */
export function cellPass(): CellPass {
  best ??= wasmPass() ?? scalarPass
  return best
}
