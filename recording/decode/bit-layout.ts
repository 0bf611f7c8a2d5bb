import { bitPositions } from '../catalogs/bits.ts'
import type { Signal } from '../catalogs/catalog.ts'
import type { RawValues } from '../signals.ts'

/** Consecutive bits of one payload byte, and where they go in the raw value. */
export interface BitRun {
  byte: number
  /** Lowest bit within the byte. */
  bit: number
  count: number
  /** Lowest bit within the raw value's lower (0 to 31) or upper half. */
  to: number
}

/** Bits of the four payload bytes from `byte` on, as one word in the signal's byte order: `word << left >> right`. */
export interface WordPart {
  byte: number
  left: number
  right: number
}

/** The typed arrays of raw values. */
export type RawKind = 'Int8' | 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'Float32' | 'Float64'

/**
 * What a value is made of: an integer within one word or two of them (in `high`, or in `high` and `low`), a floating-point
 * number at whole bytes (`high.byte`), or anything else.
 */
export type BitForm = 'word' | 'two words' | 'number' | 'odd'

/** How the raw value of a signal is put together from payload bytes. */
export interface BitLayout {
  bitCount: number
  signed: boolean
  float: boolean
  /** Least significant byte first. */
  little: boolean
  form: BitForm
  high: WordPart
  low: WordPart
  /** Bits of `low`. */
  lowCount: number
  /** Bits 0 to 31 of the raw value, and bits 32 to 63: a description for every form. */
  lower: readonly BitRun[]
  upper: readonly BitRun[]
  /** Payload bytes that a frame must have for the signal to be there. */
  bytesNeeded: number
  /** The smallest array that holds every raw value. */
  raw: RawKind
  /** Integers of more than 53 bits, which a double may have to round. */
  mayRound: boolean
  /** What is kept is value * factor + offset; null: the value as it is. */
  scale: { readonly factor: number; readonly offset: number } | null
}

const mostPayloadBytes = 65_535

/** The layout of a signal, or null for one that no payload can hold (a catalog may say anything). */
export function bitLayout(signal: Signal): BitLayout | null {
  const { bitCount, startBit } = signal
  if (!Number.isInteger(bitCount) || bitCount < 1 || bitCount > 64) return null
  if (!Number.isInteger(startBit) || startBit < 0 || startBit >= mostPayloadBytes * 8) return null
  const float = signal.float === true
  if (float && bitCount !== 16 && bitCount !== 32 && bitCount !== 64) return null
  const positions = bitPositions(signal)
  const bytesNeeded = Math.max(...positions.map((position) => position >> 3)) + 1
  if (bytesNeeded > mostPayloadBytes) return null
  return {
    bitCount,
    signed: signal.signed && !float,
    float,
    little: signal.byteOrder === 'little',
    ...wordParts(signal, float),
    lower: runsOf(positions.slice(0, 32)),
    upper: runsOf(positions.slice(32)),
    bytesNeeded,
    raw: rawKind(bitCount, signal.signed, float),
    mayRound: !float && bitCount > 53,
    scale: null,
  }
}

/** The same bits, kept as physical values. */
export function physicalLayout(layout: BitLayout, { factor, offset }: Signal): BitLayout {
  return { ...layout, raw: 'Float64', scale: factor === 1 && offset === 0 ? null : { factor, offset } }
}

/** A word begins at a multiple of four bytes where the signal fits into that, so that signals share words; else at its first byte. */
function wordParts(
  { startBit, bitCount, byteOrder }: Signal,
  float: boolean,
): Pick<BitLayout, 'form' | 'high' | 'low' | 'lowCount'> {
  const little = byteOrder === 'little'
  const first = startBit >> 3
  /** Bits of the first byte that are not the signal's: below it, or above it. */
  const inFirst = little ? startBit % 8 : 7 - (startBit % 8)
  const aligned = !float && inFirst + (first % 4) * 8 + bitCount <= 32
  const byte = aligned ? first - (first % 4) : first
  const apart = aligned ? inFirst + (first % 4) * 8 : inFirst
  const none = { byte, left: 0, right: 0 }
  if (float) return { form: apart === 0 && bitCount >= 32 ? 'number' : 'odd', high: none, low: none, lowCount: 0 }
  if (apart + bitCount <= 32) {
    const high = { byte, left: little ? 32 - bitCount - apart : apart, right: 32 - bitCount }
    return { form: 'word', high, low: none, lowCount: 0 }
  }
  if (apart + bitCount > 64) return { form: 'odd', high: none, low: none, lowCount: 0 }
  const inSecond = bitCount - (32 - apart)
  const one = { byte, left: little ? 0 : apart, right: apart }
  const two = { byte: byte + 4, left: little ? 32 - inSecond : 0, right: 32 - inSecond }
  return little
    ? { form: 'two words', high: two, low: one, lowCount: 32 - apart }
    : { form: 'two words', high: one, low: two, lowCount: inSecond }
}

/** Neighbouring bits of one byte as one run. */
function runsOf(positions: readonly number[]): BitRun[] {
  const runs: BitRun[] = []
  positions.forEach((position, to) => {
    const last = runs.at(-1)
    if (last && position === last.byte * 8 + last.bit + last.count && position % 8 !== 0) last.count++
    else runs.push({ byte: position >> 3, bit: position % 8, count: 1, to })
  })
  return runs
}

function rawKind(bitCount: number, signed: boolean, float: boolean): RawKind {
  if (float) return bitCount === 64 ? 'Float64' : 'Float32'
  if (bitCount <= 8) return signed ? 'Int8' : 'Uint8'
  if (bitCount <= 16) return signed ? 'Int16' : 'Uint16'
  if (bitCount <= 32) return signed ? 'Int32' : 'Uint32'
  return 'Float64'
}

/** Bytes of one value. */
export function bytesOf(kind: RawKind): number {
  return kind.endsWith('8') ? 1 : kind.endsWith('16') ? 2 : kind.endsWith('32') ? 4 : 8
}

/** `count` values at `offset` of `buffer`, which must be a multiple of the values' size. */
export function rawView(kind: RawKind, buffer: ArrayBuffer, offset: number, count: number): RawValues {
  switch (kind) {
    case 'Int8':
      return new Int8Array(buffer, offset, count)
    case 'Uint8':
      return new Uint8Array(buffer, offset, count)
    case 'Int16':
      return new Int16Array(buffer, offset, count)
    case 'Uint16':
      return new Uint16Array(buffer, offset, count)
    case 'Int32':
      return new Int32Array(buffer, offset, count)
    case 'Uint32':
      return new Uint32Array(buffer, offset, count)
    case 'Float32':
      return new Float32Array(buffer, offset, count)
    case 'Float64':
      return new Float64Array(buffer, offset, count)
  }
}
