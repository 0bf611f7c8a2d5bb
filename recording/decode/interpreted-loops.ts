import type { BitLayout, BitRun } from './bit-layout.ts'
import type { LoopMaker } from './loop-maker.ts'
import { doubleOf, halfOf, singleOf } from './number-bits.ts'

/** Raw value of a signal whose payload begins at `at`; the payload must be long enough. */
function readLayout(layout: BitLayout, data: Uint8Array, at: number): { raw: number; rounded: boolean } {
  const lower = gather(layout.lower, data, at)
  const upper = gather(layout.upper, data, at)
  if (layout.float) {
    if (layout.bitCount === 64) return { raw: doubleOf(lower, upper), rounded: false }
    return { raw: layout.bitCount === 32 ? singleOf(lower) : halfOf(lower), rounded: false }
  }
  if (layout.bitCount <= 32) {
    const unused = 32 - layout.bitCount
    return { raw: layout.signed ? (lower << unused) >> unused : lower >>> 0, rounded: false }
  }
  const unused = 64 - layout.bitCount
  const high = (layout.signed ? (upper << unused) >> unused : upper >>> 0) * 0x1_0000_0000
  const raw = high + (lower >>> 0)
  return { raw, rounded: raw - high !== lower >>> 0 }
}

function gather(runs: readonly BitRun[], data: Uint8Array, at: number): number {
  let bits = 0
  for (const { unit, bit, count, to } of runs) bits |= (((data[at + unit] ?? 0) >> bit) & ((1 << count) - 1)) << to
  return bits
}

function scaled(raw: number, { scale }: BitLayout): number {
  return scale ? raw * scale.factor + scale.offset : raw
}

/** Loops without generated code, for pages that forbid it. */
export const interpretedLoops: LoopMaker = {
  aligned: null,
  whole: (layouts) => (rows, from, to, block, output) => {
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? 0
      const place = output.at + i - from
      output.timeNs[place] = block.timeNs[row] ?? NaN
      layouts.forEach((layout, column) => {
        const { raw, rounded } = readLayout(layout, block.data, block.dataStart[row] ?? 0)
        const values = output.raw[column]
        if (values) values[place] = scaled(raw, layout)
        if (rounded) output.rounded[column] = 1
      })
    }
  },
  checked: (layouts) => (rows, from, to, block, output) => {
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? 0
      const place = output.at + i - from
      output.timeNs[place] = block.timeNs[row] ?? NaN
      layouts.forEach((layout, column) => {
        const [values, valid] = [output.raw[column], output.valid[column]]
        if (!values || !valid || (block.length[row] ?? 0) < layout.bytesNeeded) return
        const { raw, rounded } = readLayout(layout, block.data, block.dataStart[row] ?? 0)
        values[place] = scaled(raw, layout)
        valid[place] = 1
        if (rounded) output.rounded[column] = 1
      })
    }
  },
  select: (layout) => (rows, from, to, block, raw) => {
    for (let i = from; i < to; i++) {
      const row = rows[i] ?? 0
      const long = (block.length[row] ?? 0) >= layout.bytesNeeded
      raw[i - from] = long ? readLayout(layout, block.data, block.dataStart[row] ?? 0).raw : NaN
    }
  },
}
