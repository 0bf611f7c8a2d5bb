import type { FrameBlock } from '../frames.ts'
import type { DecodeMemory } from './decode-memory.ts'

/** Rows of a block of frames that belong to one message, in the order of recording. */
export interface MessageRows {
  readonly block: FrameBlock
  /** The address of their numbers (u16 each). */
  readonly rows: number
  readonly count: number
  /** Their payloads are this long or longer, bytes. */
  readonly shortest: number
}

/** Calls `each` for every run of rows whose payloads have `bytesNeeded`, counted from `from`; `short` for each row between. */
export function longRuns(
  { block, rows }: MessageRows,
  { u16 }: DecodeMemory,
  from: number,
  count: number,
  bytesNeeded: number,
  long: (first: number, count: number) => void,
  short: (row: number) => void,
): void {
  const isLong = (i: number): boolean => (block.length[u16[(rows >> 1) + from + i] ?? 0] ?? 0) >= bytesNeeded
  for (let i = 0; i < count;) {
    const first = i
    while (i < count && isLong(i)) i++
    if (i > first) long(first, i - first)
    for (; i < count && !isLong(i); i++) short(i)
  }
}
