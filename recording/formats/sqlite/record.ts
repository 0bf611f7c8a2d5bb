import { DamagedBlock } from '../../recording-error.ts'
import type { TextEncodingName } from './pager.ts'

/** A value of a row. Integers past 2^53 are bigint. */
export type SqliteValue = null | number | bigint | string | Uint8Array

/** Reads variable-length integers and records out of pages; `at` moves on. */
export class RecordCursor {
  bytes: Uint8Array = new Uint8Array(0)
  at = 0
  end = 0

  /** An integer of 1 to 9 bytes. Past 2^53 it is not exact, which no length or type can be. */
  varint(): number {
    let value = 0
    for (let i = 0; i < 8; i++) {
      const byte = this.at < this.end ? (this.bytes[this.at++] ?? 0) : 0
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    const last = this.at < this.end ? (this.bytes[this.at++] ?? 0) : 0
    return value * 256 + last
  }

  /** A row id, which may be negative or past 2^53. */
  rowId(): number | bigint {
    const start = this.at
    const near = this.varint()
    if (near <= Number.MAX_SAFE_INTEGER) return near
    let whole = 0n
    for (let at = start; at < this.at; at++) {
      const byte = BigInt(this.bytes[at] ?? 0)
      whole = at - start === 8 ? (whole << 8n) | byte : (whole << 7n) | (byte & 0x7fn)
    }
    const signed = BigInt.asIntN(64, whole)
    return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed
  }
}

/** Length in bytes of a value of a serial type. */
export function serialBytes(type: number): number {
  if (type < 12) return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0
  return Math.floor((type - 12) / 2)
}

const decoders: Partial<Record<TextEncodingName, TextDecoder>> = {}
const decoderOf = (encoding: TextEncodingName): TextDecoder => (decoders[encoding] ??= new TextDecoder(encoding))

const mostColumns = 32_767

/** The values of a record. `offset` names the page in errors. Throws DamagedBlock. */
export function readRecord(payload: Uint8Array, encoding: TextEncodingName, offset: number): SqliteValue[] {
  const cursor = new RecordCursor()
  cursor.bytes = payload
  cursor.end = payload.length
  const headEnd = cursor.varint()
  if (headEnd > payload.length) throw new DamagedBlock('A row whose header is longer than the row', offset)
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
  const values: SqliteValue[] = []
  let at = headEnd
  while (cursor.at < headEnd && values.length < mostColumns) {
    const type = cursor.varint()
    const length = serialBytes(type)
    if (at + length > payload.length) throw new DamagedBlock('A row whose values are longer than the row', offset)
    values.push(valueAt(view, payload, at, type, length, encoding))
    at += length
  }
  return values
}

function valueAt(
  view: DataView,
  bytes: Uint8Array,
  at: number,
  type: number,
  length: number,
  encoding: TextEncodingName,
): SqliteValue {
  if (type >= 12) {
    const part = bytes.subarray(at, at + length)
    return type % 2 === 0 ? part.slice() : decoderOf(encoding).decode(part)
  }
  if (type === 0 || type > 9) return null
  if (type === 7) return view.getFloat64(at)
  if (type === 8 || type === 9) return type - 8
  if (type === 6) {
    const whole = view.getBigInt64(at)
    const near = Number(whole)
    return Number.isSafeInteger(near) ? near : whole
  }
  return smallInteger(view, at, type)
}

/** Serial types 1 to 5: integers of 1, 2, 3, 4 and 6 bytes. */
export function smallInteger(view: DataView, at: number, type: number): number {
  if (type === 1) return view.getInt8(at)
  if (type === 2) return view.getInt16(at)
  if (type === 3) return view.getInt8(at) * 65_536 + view.getUint16(at + 1)
  return type === 4 ? view.getInt32(at) : view.getInt16(at) * 0x1_0000_0000 + view.getUint32(at + 2)
}
