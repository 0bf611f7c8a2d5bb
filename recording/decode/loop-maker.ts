import type { FrameBlock } from '../frames.ts'
import type { RawValues } from '../signals.ts'
import type { BitLayout } from './bit-layout.ts'

/**
 * Makes the values of one signal: those of `count` payloads from number `first` on, each of which begins `stride` bytes
 * behind the one before and is long enough, from place `at` of `out` on. True when an integer had to be rounded.
 */
export type ColumnLoop = (
  payloads: DataView,
  stride: number,
  first: number,
  count: number,
  layout: BitLayout,
  out: RawValues,
  at: number,
) => boolean

/**
 * Makes the times and all values of `rows[from]` to `rows[to - 1]`, whose payloads are long enough, from place `at` of the
 * columns on. `payloads`: the block's data, with all bytes that `bytesRead` tells.
 */
export type MessageLoop = (
  rows: Uint16Array,
  from: number,
  to: number,
  block: FrameBlock,
  payloads: DataView,
  timeNs: Float64Array,
  raw: readonly RawValues[],
  at: number,
) => void

/** Finds loops. All ways give identical values. */
export interface LoopMaker {
  column(layout: BitLayout): ColumnLoop
  /** A message's own loop, if there can be one; it is there when it pays, after more rows than were asked for. */
  message(layouts: readonly BitLayout[]): ((rows: number) => MessageLoop | null) | null
}
