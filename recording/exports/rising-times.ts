import { rawArray, rawTypeCode } from '../signal-store/layout.ts'
import { takeRows } from '../signal-store/row-mask.ts'
import type { RawValues, SampleBlock } from '../signals.ts'

/** Rows that are sorted at once. */
const rowsAtOnce = 16_384

type ReadRows = (fromNs: number, toNs: number) => AsyncIterable<SampleBlock>

/**
 * The rows with `fromNs <= time < toNs` of one group in rising time, where the recording's own times fall: the window is
 * halved until few rows are in it, and those are sorted. Memory is that of a window. Both ends are finite.
 * @param read the rows in the order of recording, perhaps with those at `toNs`
 */
export async function* inOrder(read: ReadRows, fromNs: number, toNs: number): AsyncGenerator<SampleBlock> {
  if (!(fromNs < toNs)) return
  const middle = fromNs + (toNs - fromNs) / 2
  const divisible = toNs - fromNs > 1 && middle > fromNs && middle < toNs
  const blocks: SampleBlock[] = []
  let rows = 0
  for await (const block of read(fromNs, toNs)) {
    rows += block.count
    if (rows > rowsAtOnce && divisible) break
    if (divisible) blocks.push(block)
    // any number of rows within a nanosecond: they are as good as equal
    else yield sorted([block], fromNs, toNs)
  }
  if (rows > rowsAtOnce && divisible) {
    yield* inOrder(read, fromNs, middle)
    yield* inOrder(read, middle, toNs)
  } else if (blocks.length > 0) yield sorted(blocks, fromNs, toNs)
}

function sorted(blocks: readonly SampleBlock[], fromNs: number, toNs: number): SampleBlock {
  const times = joined(blocks.map(({ timeNs }) => timeNs))
  const order = Uint32Array.from({ length: times.length }, (_, row) => row)
    .filter((row) => (times[row] ?? NaN) >= fromNs && (times[row] ?? NaN) < toNs)
    // rows of one moment stay in the order of recording
    .sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
  const [first] = blocks
  const raw = (first?.raw ?? []).map((_, column) => takeRows(joined(blocks.flatMap((block) => block.raw[column] ?? [])), order))
  const timeNs = Float64Array.from(order, (row) => times[row] ?? NaN)
  return { group: first?.group ?? 0, count: order.length, timeNs, raw, valid: raw.map(() => null) }
}

/** The parts one after the other; a signal of a store has one type for all its chunks. */
function joined(parts: readonly RawValues[]): RawValues {
  const [first] = parts
  if (first === undefined || parts.length === 1) return first ?? new Float64Array(0)
  const all = rawArray(
    rawTypeCode(first),
    parts.reduce((sum, { length }) => sum + length, 0),
  )
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
