import { identity, type Conversion, type RawValues, type SignalDescription } from '../../signals.ts'
import type { ConversionRule, TextRule } from './conversions.ts'
import type { NumberReader } from './signal-numbers.ts'
import { decodeText, type TextEncoding } from './text-decoding.ts'
import { TextDictionary } from './text-dictionary.ts'
import type { VariableValues } from './variable-values.ts'

/** Records at hand: row i begins at `bytes[i * stride]`. */
export interface SignalRecords {
  bytes: Uint8Array
  stride: number
  rows: number
  /** Number of the first record within its group, from 0. */
  first: number
  /** Where the invalidation bits are: those of row i begin at `invalidation[i * invalidationStride + invalidationAt]`. */
  invalidation: Uint8Array
  invalidationStride: number
  invalidationAt: number
}

export interface FilledColumn {
  values: RawValues
  rounded: boolean
}

/** What is made of a signal's records; `description` goes to the stream, its names and texts grow. */
export interface ColumnSource {
  conversion: Conversion
  names?: ReadonlyMap<number, string>
  fill(batch: SignalRecords): FilledColumn | Promise<FilledColumn>
}

export interface SignalColumn extends ColumnSource {
  description: SignalDescription
  /** Bit of the record's invalidation bits, or null; `absent`: no row has a value. */
  invalidBit: number | null
  absent: boolean
}

const mostNames = 65_536

/** What stands for a channel that cannot be read: no row has a value. */
export const nothing: ColumnSource = {
  conversion: identity,
  fill: ({ rows }) => ({ values: new Uint8Array(rows), rounded: false }),
}

/** A column of numbers with what a rule makes of them; without a reader the records' own numbers (virtual channels). */
export function numberColumn(read: NumberReader | null, rule: ConversionRule): ColumnSource {
  const readBatch = (batch: SignalRecords): FilledColumn =>
    read ? read(batch.bytes, batch.stride, batch.rows) : recordNumbers(batch)
  if (rule.kind === 'linear') return { conversion: rule, fill: readBatch }
  if (rule.kind === 'number')
    return {
      conversion: identity,
      fill: (batch) => ({ values: Float64Array.from(readBatch(batch).values, rule.of), rounded: false }),
    }
  if (rule.kind !== 'meaning') return { conversion: identity, fill: readBatch }
  return rule.scale ? namedColumn(readBatch, rule, rule.scale) : meaningColumn(readBatch, rule)
}

function recordNumbers(batch: SignalRecords): FilledColumn {
  return { values: Float64Array.from({ length: batch.rows }, (_, row) => batch.first + row), rounded: false }
}

/** Numbers stay numbers, and get the names of those values that occur. */
function namedColumn(
  read: (batch: SignalRecords) => FilledColumn,
  rule: TextRule,
  scale: { factor: number; offset: number },
): ColumnSource {
  const names = new Map(rule.names)
  const seen = new Set<number>()
  return {
    conversion: { kind: 'linear', ...scale },
    names,
    fill(batch) {
      const column = read(batch)
      let last = NaN
      for (const raw of column.values) {
        if (raw === last) continue
        last = raw
        if (seen.has(raw) || seen.size >= mostNames) continue
        seen.add(raw)
        const meaning = rule.of(raw)
        if (typeof meaning === 'string') names.set(raw, meaning)
        // A number on another scale than the signal's: its name tells it.
        else if (meaning !== raw * scale.factor + scale.offset && !Number.isNaN(meaning)) names.set(raw, String(meaning))
      }
      return column
    },
  }
}

/** Every value becomes a text. */
function meaningColumn(read: (batch: SignalRecords) => FilledColumn, rule: TextRule): ColumnSource {
  const dictionary = new TextDictionary()
  const indices = new Map<number, number>()
  return {
    conversion: { kind: 'text', texts: dictionary.texts },
    fill(batch) {
      const { values: raw } = read(batch)
      const values = new Uint16Array(batch.rows)
      for (let row = 0; row < batch.rows; row++) {
        const value = raw[row] ?? 0
        let index = indices.get(value)
        if (index === undefined) {
          index = dictionary.index(String(rule.of(value)))
          if (indices.size < mostNames) indices.set(value, index)
        }
        values[row] = index
      }
      return { values, rounded: false }
    },
  }
}

/** Finds the bytes of a text in a record that begins at `at` and is number `row` of the batch. */
export type TextPlace = (batch: SignalRecords, row: number) => Uint8Array | Promise<Uint8Array>

/** A column of texts; with a rule that makes numbers of texts, of numbers. */
export function textColumn(place: TextPlace, encoding: TextEncoding, rule: ConversionRule): ColumnSource {
  const toNumber = rule.kind === 'text-to-number' ? rule.of : null
  const toText = rule.kind === 'text-to-text' ? rule.of : null
  const dictionary = new TextDictionary()
  return {
    conversion: toNumber ? identity : { kind: 'text', texts: dictionary.texts },
    async fill(batch) {
      const values = toNumber ? new Float64Array(batch.rows) : new Uint16Array(batch.rows)
      let before: Uint8Array | null = null
      for (let row = 0; row < batch.rows; row++) {
        const found = place(batch, row)
        const bytes = found instanceof Uint8Array ? found : await found
        if (before && equal(before, bytes)) values[row] = values[row - 1] ?? 0
        else {
          const text = decodeText(bytes, encoding)
          values[row] = toNumber ? toNumber(text) : dictionary.index(toText ? toText(text) : text)
        }
        before = bytes
      }
      return { values, rounded: false }
    },
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Bytes at the same place of each record. */
export function fixedPlace(byteOffset: number, byteLength: number): TextPlace {
  return ({ bytes, stride }, row) => bytes.subarray(row * stride + byteOffset, row * stride + byteOffset + byteLength)
}

/** Bytes at the same place of each record, of which the first so many count as another channel says. */
export function countedPlace(byteOffset: number, byteLength: number, count: NumberReader): TextPlace {
  let counts: { of: SignalRecords; values: RawValues } | undefined
  return (batch, row) => {
    if (counts?.of !== batch) counts = { of: batch, values: count(batch.bytes, batch.stride, batch.rows).values }
    const at = row * batch.stride + byteOffset
    return batch.bytes.subarray(at, at + Math.min(byteLength, Math.max(0, counts.values[row] ?? 0)))
  }
}

/** Bytes of variable length by the offset in the record. */
export function variablePlace(offsets: NumberReader, values: VariableValues): TextPlace {
  let at: { of: SignalRecords; values: RawValues } | undefined
  return (batch, row) => {
    if (at?.of !== batch) at = { of: batch, values: offsets(batch.bytes, batch.stride, batch.rows).values }
    const offset = at.values[row] ?? 0
    return values.atHand(offset) ?? values.bring(offset)
  }
}

/** 1 for rows with a value, or null when all have one. */
export function validRows(batch: SignalRecords, column: SignalColumn): Uint8Array | null {
  if (column.absent) return new Uint8Array(batch.rows)
  if (column.invalidBit === null) return null
  const at = batch.invalidationAt + (column.invalidBit >>> 3)
  const bit = 1 << (column.invalidBit & 7)
  let valid: Uint8Array | null = null
  for (let row = 0; row < batch.rows; row++) {
    if (!((batch.invalidation[row * batch.invalidationStride + at] ?? 0) & bit)) continue
    valid ??= new Uint8Array(batch.rows).fill(1)
    valid[row] = 0
  }
  return valid
}
