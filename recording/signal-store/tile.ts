import type { RawValues } from '../signals.ts'
import { cellFlag, codesPerCell } from './layout.ts'
import type { StoredSignal } from './stored-signal.ts'
import type { TimeChunk, TimeTile } from './time-block.ts'
import type { ValueTile } from './value-block.ts'

/**
 * Cells of one signal as columns, in the order of recording. Values are physical; of text signals places in the texts.
 * Where each cell is one sample, columns that are equal are one and the same.
 */
export interface Tile {
  /** -1: every cell is one sample; 0 and more: a cell is up to 64 * 4^level samples. */
  readonly level: number
  readonly count: number
  /** Least and greatest time of the cell's samples, ns. */
  readonly firstNs: Float64Array
  readonly lastNs: Float64Array
  /** NaN where the cell has no number. */
  readonly least: Float64Array
  readonly greatest: Float64Array
  readonly first: Float64Array
  readonly last: Float64Array
  /** Bits of `cellFlag`: a gap before or inside, time falls. */
  readonly flags: Uint8Array
  /** Of coded signals: `codesPerCell` raw values for each cell, in the order of their first sample. */
  readonly codes: Float64Array | null
  /** How many different raw values each cell has; `manyCodes`: more than `codesPerCell`. */
  readonly codeCount: Uint8Array | null
}

/** Some cells of one tile of the file. */
export interface CellPart {
  readonly times: TimeTile
  readonly values: ValueTile
  /** Which cells. */
  readonly rows: Uint32Array
}

export function joinCells(signal: StoredSignal, level: number, parts: readonly CellPart[]): Tile {
  const count = parts.reduce((sum, part) => sum + part.rows.length, 0)
  const { factor, offset } = signal
  const column = (of: (part: CellPart) => RawValues, physical: boolean): Float64Array => {
    const joined = new Float64Array(count)
    gather(parts, of, joined)
    if (physical && (factor !== 1 || offset !== 0)) for (let i = 0; i < count; i++) joined[i] = (joined[i] ?? 0) * factor + offset
    return joined
  }
  const flags = new Uint8Array(count)
  gather(parts, ({ times }) => times.flags, flags)
  const times = column((part) => part.times.firstNs, false)
  const low = column((part) => part.values.least, true)
  const isSamples = level < 0
  const high = isSamples ? low : column((part) => part.values.greatest, true)
  return {
    level,
    count,
    firstNs: times,
    lastNs: isSamples ? times : column((part) => part.times.lastNs, false),
    least: signal.factor < 0 ? high : low,
    greatest: signal.factor < 0 ? low : high,
    first: isSamples ? low : column((part) => part.values.first, true),
    last: isSamples ? low : column((part) => part.values.last, true),
    flags,
    ...(signal.coded ? joinCodes(parts, count) : { codes: null, codeCount: null }),
  }
}

/** The rows of all parts, one after the other. Mostly they stand together, and are copied so: the first picture waits for it. */
function gather(parts: readonly CellPart[], of: (part: CellPart) => RawValues, into: RawValues): void {
  let at = 0
  for (const part of parts) {
    const { rows } = part
    const values = of(part)
    const first = rows[0] ?? 0
    if ((rows.at(-1) ?? 0) - first === rows.length - 1) into.set(values.subarray(first, first + rows.length), at)
    else for (let i = 0; i < rows.length; i++) into[at + i] = values[rows[i] ?? 0] ?? 0
    at += rows.length
  }
}

function joinCodes(parts: readonly CellPart[], count: number): Pick<Tile, 'codes' | 'codeCount'> {
  const codes = new Float64Array(count * codesPerCell)
  const codeCount = new Uint8Array(count)
  let at = 0
  for (const { values, rows } of parts)
    for (const row of rows) {
      codeCount[at] = values.codeCount?.[row] ?? 0
      for (let k = 0; k < codesPerCell; k++) codes[at * codesPerCell + k] = values.codes?.[row * codesPerCell + k] ?? 0
      at++
    }
  return { codes, codeCount }
}

/** Samples of a chunk as cells of one sample each; the columns of values are one and the same. */
export function samplesAsCells(times: TimeChunk, values: RawValues, rows: Uint32Array, coded: boolean): CellPart {
  const { timeNs, gapNs } = times
  const flags = new Uint8Array(timeNs.length)
  for (const row of rows) {
    const step = (timeNs[row] ?? 0) - (row === 0 ? times.beforeNs : (timeNs[row - 1] ?? 0))
    flags[row] = (step > gapNs ? cellFlag.gapBefore : 0) | (step < 0 ? cellFlag.timeFalls : 0)
  }
  const codeCount = coded ? Uint8Array.from(values, (value) => (value === value ? 1 : 0)) : null
  const codes = coded ? new Float64Array(values.length * codesPerCell) : null
  if (codes) for (const row of rows) codes[row * codesPerCell] = values[row] ?? 0
  const cells = { count: timeNs.length, least: values, greatest: values, first: values, last: values, codes, codeCount }
  return { times: { count: timeNs.length, firstNs: timeNs, lastNs: timeNs, flags }, values: cells, rows }
}

/** Which of the times' intervals overlap [fromNs, toNs]. */
export function rowsWithin(firstNs: Float64Array, lastNs: Float64Array, fromNs: number, toNs: number): Uint32Array {
  const rows = new Uint32Array(firstNs.length)
  let count = 0
  for (let i = 0; i < firstNs.length; i++) if ((firstNs[i] ?? 0) <= toNs && (lastNs[i] ?? 0) >= fromNs) rows[count++] = i
  return rows.subarray(0, count)
}
