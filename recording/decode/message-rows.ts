import type { FrameBlock } from '../frames.ts'

/** Rows of a block of frames that belong to one message, in the order of recording. */
export interface MessageRows {
  readonly block: FrameBlock
  readonly rows: Uint16Array
  /** `rows[from]` to `rows[to - 1]`. */
  readonly from: number
  readonly to: number
  /** Their payloads are this long or longer, bytes. */
  readonly shortest: number
}

/** Calls `each` for every run of rows whose payloads have `bytesNeeded`, counted from `from`; `short` for each row between. */
export function longRuns(
  { block, rows, shortest }: MessageRows,
  from: number,
  count: number,
  bytesNeeded: number,
  long: (first: number, count: number) => void,
  short: (row: number) => void,
): void {
  if (shortest >= bytesNeeded) return long(0, count)
  const isLong = (i: number): boolean => (block.length[rows[from + i] ?? 0] ?? 0) >= bytesNeeded
  for (let i = 0; i < count;) {
    const first = i
    while (i < count && isLong(i)) i++
    if (i > first) long(first, i - first)
    for (; i < count && !isLong(i); i++) short(i)
  }
}
