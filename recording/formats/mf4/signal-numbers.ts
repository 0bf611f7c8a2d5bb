import type { RawValues } from '../../signals.ts'

/** Where a number lies in a record: `bitCount` bits from bit `bitOffset` of the bytes from `byteOffset`. */
export interface NumberLayout {
  byteOffset: number
  /** 0 to 7, of the byte that holds the least significant bit. */
  bitOffset: number
  bitCount: number
  kind: 'unsigned' | 'signed' | 'float'
  little: boolean
}

export interface RawColumn {
  values: RawValues
  /** Integers beyond 2^53 were rounded to the nearest double. */
  rounded: boolean
}

/** Reads one number from each of `rows` records that lie `stride` bytes apart from the beginning of `bytes`. */
export type NumberReader = (bytes: Uint8Array, stride: number, rows: number) => RawColumn

/** Bytes that the number's bits touch. */
export function bytesTouched(layout: NumberLayout): number {
  return Math.ceil((layout.bitOffset + layout.bitCount) / 8)
}

/** Reader of a column in the smallest type that holds its values; null for a width that no number has. */
export function numberReader(layout: NumberLayout): NumberReader | null {
  if (layout.bitCount < 1 || layout.bitOffset > 7) return null
  if (layout.kind === 'float') return layout.bitOffset === 0 ? floatReader(layout) : null
  if (layout.bitCount > 64) return null
  return bytesTouched(layout) <= 4 ? narrowReader(layout) : wideReader(layout)
}

function floatReader({ byteOffset, bitCount, little }: NumberLayout): NumberReader | null {
  if (bitCount === 16) return (bytes, stride, rows) => halves(bytes, byteOffset, stride, rows, little)
  if (bitCount !== 32 && bitCount !== 64) return null
  return (bytes, stride, rows) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const values = bitCount === 32 ? new Float32Array(rows) : new Float64Array(rows)
    if (bitCount === 32)
      for (let row = 0, at = byteOffset; row < rows; row++, at += stride) values[row] = view.getFloat32(at, little)
    else for (let row = 0, at = byteOffset; row < rows; row++, at += stride) values[row] = view.getFloat64(at, little)
    return { values, rounded: false }
  }
}

/** IEEE 754 binary16; every value of it is a binary32 too. */
function halves(bytes: Uint8Array, byteOffset: number, stride: number, rows: number, little: boolean): RawColumn {
  const values = new Float32Array(rows)
  for (let row = 0, at = byteOffset; row < rows; row++, at += stride) {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
    const half = little ? first | (second << 8) : second | (first << 8)
    const exponent = (half >>> 10) & 0x1f
    const fraction = half & 0x3ff
    const size =
      exponent === 31
        ? fraction
          ? NaN
          : Infinity
        : exponent
          ? (1 + fraction / 1024) * 2 ** (exponent - 15)
          : fraction * 2 ** -24
    values[row] = half & 0x8000 ? -size : size
  }
  return { values, rounded: false }
}

function integers(bits: number, signed: boolean, rows: number): RawValues {
  if (bits <= 8) return signed ? new Int8Array(rows) : new Uint8Array(rows)
  if (bits <= 16) return signed ? new Int16Array(rows) : new Uint16Array(rows)
  if (bits <= 32) return signed ? new Int32Array(rows) : new Uint32Array(rows)
  return new Float64Array(rows)
}

/** Integers within four bytes. */
function narrowReader(layout: NumberLayout): NumberReader {
  const { byteOffset, bitOffset, bitCount, little } = layout
  const touched = bytesTouched(layout)
  const signed = layout.kind === 'signed'
  const up = 32 - bitOffset - bitCount
  const down = 32 - bitCount
  const places = Array.from({ length: 4 }, (_, i) => byteOffset + (little ? i : touched - 1 - i))
  const [p0 = 0, p1 = 0, p2 = 0, p3 = 0] = places
  return (bytes, stride, rows) => {
    const values = integers(bitCount, signed, rows)
    for (let row = 0, at = 0; row < rows; row++, at += stride) {
      let word = bytes[at + p0] ?? 0
      if (touched > 1) word |= (bytes[at + p1] ?? 0) << 8
      if (touched > 2) word |= (bytes[at + p2] ?? 0) << 16
      if (touched > 3) word |= (bytes[at + p3] ?? 0) << 24
      // Shifting to the top drops a neighbour's bits above and gives the sign its place.
      values[row] = signed ? (word << up) >> down : (word << up) >>> down
    }
    return { values, rounded: false }
  }
}

/** Integers of up to 64 bits over up to nine bytes, as two halves of at most 32 bits. */
function wideReader(layout: NumberLayout): NumberReader {
  const { byteOffset, bitOffset, bitCount, little } = layout
  const touched = bytesTouched(layout)
  const signed = layout.kind === 'signed'
  const highBits = Math.max(0, bitCount - 32)
  const down = 32 - highBits
  return (bytes, stride, rows) => {
    const values = integers(bitCount, signed, rows)
    const significant = new Uint8Array(12)
    let rounded = false
    for (let row = 0, at = byteOffset; row < rows; row++, at += stride) {
      for (let i = 0; i < touched; i++) significant[i] = bytes[at + (little ? i : touched - 1 - i)] ?? 0
      const low = bits32(significant, 0, bitOffset)
      if (highBits === 0) {
        const up = 32 - bitCount
        values[row] = signed ? (low << up) >> up : (low << up) >>> up
        continue
      }
      const above = bits32(significant, 4, bitOffset) << down
      const high = (signed ? above >> down : above >>> down) * 0x1_0000_0000
      const value = high + (low >>> 0)
      if (value - high !== low >>> 0) rounded = true
      values[row] = value
    }
    return { values, rounded }
  }
}

/** 32 bits from bit `shift` of the little-endian bytes from `at`. */
function bits32(bytes: Uint8Array, at: number, shift: number): number {
  const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
  return shift === 0 ? word : (word >>> shift) | ((bytes[at + 4] ?? 0) << (32 - shift))
}
