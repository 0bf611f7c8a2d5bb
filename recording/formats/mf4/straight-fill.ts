import type { FlagByte } from './flag-columns.ts'
import type { FrameLayout } from './frame-layout.ts'
import type { FrameRows } from '../frame-rows.ts'
import type { RecordBatch } from './record-batch.ts'
import type { ValueWindow } from './value-window.ts'
import type { WordColumn } from './word-column.ts'

/**
 * Fills the rows of records `from` to `to - 1` of a batch in one pass over them. `busOf` gives the bus index of a channel
 * number, `buses` knows those that were asked for (-1 for others). The target must have room for all data.
 */
type Fill = (
  batch: RecordBatch,
  from: number,
  to: number,
  target: FrameRows,
  values: ValueWindow | undefined,
  buses: Int32Array,
  busOf: (channel: number) => number,
  tables: readonly Uint8Array[],
) => void

/** The same for a whole batch. */
export type StraightFill = (
  batch: RecordBatch,
  target: FrameRows,
  values: ValueWindow | undefined,
  buses: Int32Array,
  busOf: (channel: number) => number,
) => void

/**
 * Records that are filled by one call. The engine makes fast code of a function that is called often; of one that is
 * called once for a whole block it makes fast code for the loop alone, and enters that anew, slowly, with each call.
 */
const recordsAtOnce = 256

/** By their texts. Files of one logger have the same layouts, so that the next one is filled by code that is fast already. */
const kept = new Map<string, Fill>()
const mostKept = 256

/**
 * The columns of a layout as one straight-line loop: three times as fast as a loop for each column. Null for layouts with
 * an odd column, and where the surroundings forbid code from text (a page with a strict content security policy): then
 * the loops for single columns do the same. `lent`: the data of frames stay in the batch's bytes. The text holds only numbers of the layout, never a name of the file.
 */
export function straightFill(layout: FrameLayout, withData: boolean, lent = false): StraightFill | null {
  const { time, channel, id, length, front, data } = layout
  const { tables } = layout.flags
  if (!time || time.kind === 'odd' || !tables || front.length > 0 || layout.lengthIsCode) return null
  if ([channel, id, length].some((column) => column?.kind === 'odd' || column?.kind === 'table')) return null
  const wide =
    data.kind === 'none' ||
    data.kind === 'stream' ||
    (data.kind === 'record' && data.byteLength >= 8 && data.byteLength % 4 === 0)
  if (!wide) return null
  const varying = channel && channel.kind !== 'constant' ? channel : null
  const body = `
    timeNs[row] = ${timeText(time)}
    const word = ${id ? wordText(id) : '0'}
    id[row] = word & ${layout.idMask}
    flags[row] = ${tables.constant}${flagText(tables.bytes)}${extendedText(layout)}
    ${varying ? busText(varying) : ''}
    busRow[row] = bus
    ${withData ? dataText(layout, lent) : ''}`
  const text = `return (batch, first, last, target, values, buses, busOf, tables) => {
    ${tables.bytes.map((_, i) => `const flags${i} = tables[${i}]`).join('; ')}
    const { bytes, view, starts, rows, runStep } = batch
    const { timeNs, bus: busRow, id, flags, length, dataStart, data, dataView } = target
    const windowView = values ? values.view : view
    const windowBytes = values ? values.bytes : bytes
    // Values at hand are less than 4 GiB apart, so the lower half of their offsets is enough.
    const windowBase = values ? values.base % 4294967296 : 0
    const lastWide = windowBytes.length - 8
    let end = target.dataEnd
    ${varying ? 'let stray = 0' : `const bus = busOf(${channel ? wordText(channel) : '0'} & 0xffff)`}
    ${recordLoops(body)}
    target.dataEnd = end
    ${varying ? `if (stray < 0) { ${recordLoops(`busRow[row] = busOf(${wordText(varying)} & 0xffff)`)} }` : ''}
  }`
  const fill = fillOf(text)
  if (!fill) return null
  const flagTables = tables.bytes.map(({ table }) => table)
  return (batch, target, values, buses, busOf) => {
    const { count } = batch
    for (let from = 0; from < count; from += recordsAtOnce)
      fill(batch, from, Math.min(count, from + recordsAtOnce), target, values, buses, busOf, flagTables)
  }
}

function fillOf(text: string): Fill | null {
  const known = kept.get(text)
  if (known) return known
  try {
    // oxlint-disable-next-line no-new-func -- the purpose of this file
    const fill = new Function(text)() as Fill
    if (kept.size >= mostKept) kept.clear()
    kept.set(text, fill)
    return fill
  } catch {
    return null
  }
}

function timeText(time: Exclude<NonNullable<FrameLayout['time']>, { kind: 'odd' }>): string {
  const at = `p + ${time.byteOffset}`
  if (time.kind === 'seconds') {
    const line = time.factor === 1 && time.offset === 0 ? '' : `${number(time.offset)} + ${number(time.factor)} * `
    return `Math.round((${line}view.getFloat64(${at}, true)) * 1e9)`
  }
  const high = time.highBytes === 4 ? `view.getUint32(${at} + 4, true)` : `view.getUint16(${at} + 4, true)`
  const raw = `(${time.highBytes === 0 ? '0' : high} * 4294967296 + view.getUint32(${at}, true))`
  const scaled = time.factorNs === 1 && time.offsetNs === 0 ? raw : `${raw} * ${number(time.factorNs)} + ${number(time.offsetNs)}`
  return Number.isInteger(time.factorNs) && Number.isInteger(time.offsetNs) ? scaled : `Math.round(${scaled})`
}

function wordText(column: WordColumn): string {
  if (column.kind === 'constant') return number(column.value)
  if (column.kind === 'odd' || column.kind === 'table') return '0'
  const at = `p + ${column.byteOffset}`
  const read = column.kind === 'byte' ? `bytes[${at}]` : `view.getUint${column.kind === 'half' ? 16 : 32}(${at}, true)`
  const shifted = column.shift === 0 ? read : `(${read} >>> ${column.shift})`
  return column.mask === 0xffff_ffff ? shifted : `(${shifted} & ${column.mask})`
}

/** By tables and without a branch: which flags the next frame has cannot be foretold. */
function flagText(bytes: readonly FlagByte[]): string {
  return bytes.map(({ byteOffset }, i) => ` | flags${i}[bytes[p + ${byteOffset}]]`).join('')
}

/** What an identifier's bits above say: 1, the flag of extended ones, or 0. */
function extendedText({ kind, extendedById }: FrameLayout): string {
  if (kind !== 'CAN') return ''
  return extendedById ? ` | (-(word >>> 11) >>> 31)` : ' | (word >>> 31)'
}

/** The bus of a channel that was met before; a call would slow the loop down, so the others are noticed and put right later. */
function busText(channel: WordColumn): string {
  return `const channel = ${wordText(channel)} & 0xffff
    const bus = buses[channel & 255]
    stray |= bus | (255 - channel)`
}

/** The code for each record, which begins at `p` and becomes row `row`. */
function recordLoops(body: string): string {
  return `if (runStep > 0) {
      let p = batch.runAt + first * runStep
      const lastRow = batch.runRow + last
      for (let row = batch.runRow + first; row < lastRow; row++) {
        ${body}
        p += runStep
      }
    } else {
      for (let i = first; i < last; i++) {
        const p = starts[i]
        const row = rows[i]
        ${body}
      }
    }`
}

/** A number as it is written in code; NaN and infinities have names that are numbers too. */
function number(value: number): string {
  return Object.is(value, -0) ? '0' : `(${String(value)})`
}

function dataText({ length, data }: FrameLayout, lent: boolean): string {
  const declared = length ? wordText(length) : '65535'
  if (data.kind === 'none' || data.kind === 'zeros') return 'length[row] = 0\n    dataStart[row] = end'
  if (data.kind === 'record')
    return `
    const most = ${declared}
    const size = most > ${data.byteLength} ? ${data.byteLength} : most
    const from = p + ${data.byteOffset}
    length[row] = size
    dataStart[row] = ${lent ? 'from' : 'end'}
    ${lent ? '' : copyText(data.byteLength)}`
  const offset = `view.getUint32(p + ${data.byteOffset}, true)`
  return `
    const at = (${offset} - windowBase) >>> 0
    const found = windowView.getUint32(at, true)
    const most = ${declared}
    const least = found > most ? most : found
    const size = least > 65535 ? 65535 : least
    const from = at + 4
    length[row] = size
    dataStart[row] = end
    if (size <= 8 && from <= lastWide) {
      dataView.setUint32(end, windowView.getUint32(from, true), true)
      dataView.setUint32(end + 4, windowView.getUint32(from + 4, true), true)
    } else if (size > 64) data.set(windowBytes.subarray(from, from + size), end)
    else for (let k = 0; k < size; k++) data[end + k] = windowBytes[from + k]
    end += size`
}

/** Whole words: the bytes behind a shorter frame are overwritten by the next one. */
function copyText(byteLength: number): string {
  return `
    dataView.setUint32(end, view.getUint32(from, true), true)
    dataView.setUint32(end + 4, view.getUint32(from + 4, true), true)
    ${byteLength > 8 ? 'for (let k = 8; k < size; k += 4) dataView.setUint32(end + k, view.getUint32(from + k, true), true)' : ''}
    end += size`
}
