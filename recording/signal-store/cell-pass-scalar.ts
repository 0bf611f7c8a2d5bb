import type { RawValues } from '../signals.ts'
import { rowsPerCell } from './layout.ts'

/** Four columns of one raw type, filled from `at` on. */
export interface ExtremeColumns {
  readonly least: RawValues
  readonly greatest: RawValues
  readonly first: RawValues
  readonly last: RawValues
}

/** A sum and how many values it has; NaN is left out of both. */
export interface Sum {
  readonly sum: number
  readonly numbers: number
}

/** Fills cells of 64 values (the last one of the rest) from `values[from, to)` into `into`, from cell `at` on. */
export function scalarCells(values: RawValues, from: number, to: number, into: ExtremeColumns, at: number): void {
  for (let begin = from, cell = at; begin < to; begin += rowsPerCell, cell++) {
    const end = Math.min(begin + rowsPerCell, to)
    let least = Infinity
    let greatest = -Infinity
    let first = NaN
    let last = NaN
    for (let i = begin; i < end; i++) {
      const value = values[i] ?? 0
      if (value !== value) continue
      if (first !== first) first = value
      last = value
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
    // NaN alone leaves least above greatest; adding 0 makes -0 the 0 that it equals.
    into.least[cell] = least > greatest ? NaN : least + 0
    into.greatest[cell] = least > greatest ? NaN : greatest + 0
    into.first[cell] = first
    into.last[cell] = last
  }
}

/** In the order of the WebAssembly pass, so that both give the same bits: four sums of every fourth value, then the rest. */
export function scalarSum(values: RawValues, count: number): Sum {
  const sums = [0, 0, 0, 0]
  const fours = count - (count % 4)
  let numbers = 0
  for (let i = 0; i < fours; i++) {
    const value = values[i] ?? 0
    if (value !== value) continue
    sums[i % 4] = (sums[i % 4] ?? 0) + value
    numbers++
  }
  const [a = 0, b = 0, c = 0, d = 0] = sums
  return addRest({ sum: a + b + (c + d), numbers }, values, fours, count)
}

/** Adds `values[from, to)` one by one. */
export function addRest({ sum, numbers }: Sum, values: RawValues, from: number, to: number): Sum {
  for (let i = from; i < to; i++) {
    const value = values[i] ?? 0
    if (value !== value) continue
    sum += value
    numbers++
  }
  return { sum, numbers }
}
