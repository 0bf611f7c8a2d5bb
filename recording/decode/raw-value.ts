import type { BitLayout, BitRun } from './bit-layout.ts'
import { doubleOf, halfOf, singleOf } from './number-bits.ts'

/** Raw value of a signal of any layout, whose payload begins at `at`; `rounded`: an integer that no double holds. */
export function readLayout(layout: BitLayout, payloads: DataView, at: number): { raw: number; rounded: boolean } {
  const lower = gather(layout.lower, payloads, at)
  const upper = gather(layout.upper, payloads, at)
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

function gather(runs: readonly BitRun[], payloads: DataView, at: number): number {
  let bits = 0
  for (const { byte, bit, count, to } of runs) bits |= ((payloads.getUint8(at + byte) >> bit) & ((1 << count) - 1)) << to
  return bits
}
