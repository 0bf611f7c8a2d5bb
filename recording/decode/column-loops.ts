import { framesPerBlock, type FrameBlock } from '../frames.ts'
import type { RawValues } from '../signals.ts'
import type { BitLayout, BitRun } from './bit-layout.ts'
import { KeptLoops } from './kept-loops.ts'
import type { DecodeLoop } from './loop-maker.ts'

/** One signal of all rows: bits of one word of each payload or of two, put together, and scaled. */
type ColumnLoop = (
  words: Uint32Array,
  places: Uint32Array,
  count: number,
  out: RawValues,
  at: number,
  first: BitRun,
  second: BitRun,
  unused: number,
  factor: number,
  offset: number,
) => void

/** One for each kind of array and value: messages share them, so that the engine soon has fast code of them. */
const kept = new KeptLoops<ColumnLoop>()

/** Where the payload of each row begins, in words. Loops run from their first to their last line, so that all share it. */
let places = new Uint32Array(framesPerBlock)

/**
 * A loop for payloads at whole words, signal by signal. Half as fast as straight-line code for the message, which has to
 * be made and compiled first. Null for signals that are not integers within two words and 32 bits.
 */
export function columnLoop(layouts: readonly BitLayout[]): DecodeLoop | null {
  const columns = layouts.map((layout) => {
    const { lowerWords, upperWords, float, bitCount, scale } = layout
    const [first, second, third] = lowerWords
    if (!first || third || upperWords.length > 0 || float) return null
    const { factor, offset } = scale ?? { factor: 1, offset: 0 }
    const loop = kept.get(columnText(layout), () => made(columnText(layout)))
    return { loop, first, second: second ?? first, unused: 32 - bitCount, factor, offset }
  })
  if (columns.includes(null)) return null
  return (rows, from, to, block, output) => {
    const { words, raw, at } = output
    if (!words) throw new TypeError('The payloads do not begin at whole words.')
    const count = to - from
    findRows(rows, from, count, block, output.timeNs, at)
    for (let column = 0; column < columns.length; column++) {
      const values = raw[column]
      const how = columns[column]
      if (!values || !how) continue
      how.loop(words, places, count, values, at, how.first, how.second, how.unused, how.factor, how.offset)
    }
  }
}

function findRows(rows: Uint16Array, from: number, count: number, block: FrameBlock, timeNs: Float64Array, at: number): void {
  if (places.length < count) places = new Uint32Array(count)
  const into = places
  const times = block.timeNs
  const starts = block.dataStart
  for (let i = 0; i < count; i++) {
    const row = rows[from + i] ?? 0
    timeNs[at + i] = times[row] ?? NaN
    into[i] = (starts[row] ?? 0) >>> 2
  }
}

function columnText({ lowerWords, signed, scale, raw }: BitLayout): string {
  const run = (number: 1 | 2): string => `((words[places[i] + unit${number}] >>> bit${number}) & mask${number}) << to${number}`
  const bits = lowerWords.length > 1 ? `(${run(1)} | ${run(2)})` : `(${run(1)})`
  const value = signed ? `${bits} << unused >> unused` : `${bits} >>> 0`
  return `return (words, places, count, out, at, first, second, unused, factor, offset) => {
    // for ${raw}
    const unit1 = first.unit, bit1 = first.bit, mask1 = 2 ** first.count - 1, to1 = first.to
    const unit2 = second.unit, bit2 = second.bit, mask2 = 2 ** second.count - 1, to2 = second.to
    for (let i = 0; i < count; i++) out[at + i] = ${scale ? `(${value}) * factor + offset` : value}
  }`
}

function made(text: string): ColumnLoop {
  // oxlint-disable-next-line no-new-func -- each call makes a function of its own, which the engine compiles for one kind
  return new Function(text)() as ColumnLoop
}
