import type { FrameBlock } from '../frames.ts'
import type { RawValues } from '../signals.ts'
import type { BitLayout } from './bit-layout.ts'

/** What a loop fills: from place `at` on, one place in each array per row. */
export interface LoopOutput {
  /** The first place that is filled. */
  at: number
  timeNs: Float64Array
  raw: readonly RawValues[]
  /** Per column, 1 where the frame is long enough; zeros before. Only the checked loop looks at it. */
  valid: readonly Uint8Array[]
  /** Per column, set to 1 when an integer had to be rounded; zeros before. */
  rounded: Uint8Array
  /** The block's data as little-endian words; only the aligned loop looks at them. */
  words: Uint32Array | null
}

/** Decodes the rows `rows[from]` to `rows[to - 1]` of a block into the output's places. */
export type DecodeLoop = (rows: Uint16Array, from: number, to: number, block: FrameBlock, output: LoopOutput) => void

/** Raw values of one signal, NaN where a frame is too short. */
export type SelectLoop = (rows: Uint16Array, from: number, to: number, block: FrameBlock, raw: Float64Array) => void

/** How loops are made. All ways give identical values. */
export interface LoopMaker {
  /** For frames that are all long enough. */
  whole(layouts: readonly BitLayout[]): DecodeLoop
  /** As `whole`, four bytes at a time, where `words` is given and every payload begins at a multiple of four; null: not made. */
  aligned: ((layouts: readonly BitLayout[]) => DecodeLoop) | null
  /** For frames of any length. */
  checked(layouts: readonly BitLayout[]): DecodeLoop
  select(layout: BitLayout): SelectLoop
}
