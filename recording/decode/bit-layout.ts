import { bitPositions } from '../catalogs/bits.ts'
import type { Signal } from '../catalogs/catalog.ts'
import type { RawValues } from '../signals.ts'

/** Consecutive bits of one payload byte (or of one word of four bytes), and where they go in the raw value. */
export interface BitRun {
  /** Index of the payload byte or word. */
  unit: number
  /** Lowest bit within the byte or word. */
  bit: number
  count: number
  /** Lowest bit within the raw value's lower (0 to 31) or upper half. */
  to: number
}

/** The typed arrays of raw values. */
export type RawKind = 'Int8' | 'Uint8' | 'Int16' | 'Uint16' | 'Int32' | 'Uint32' | 'Float32' | 'Float64'

/** How the raw value of a signal is put together from payload bytes. */
export interface BitLayout {
  bitCount: number
  signed: boolean
  float: boolean
  /** Bits 0 to 31 of the raw value, and bits 32 to 63. */
  lower: readonly BitRun[]
  upper: readonly BitRun[]
  /** The same, in little-endian words. */
  lowerWords: readonly BitRun[]
  upperWords: readonly BitRun[]
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
    lower: runsOf(positions.slice(0, 32), 8),
    upper: runsOf(positions.slice(32), 8),
    lowerWords: runsOf(positions.slice(0, 32), 32),
    upperWords: runsOf(positions.slice(32), 32),
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

/** Neighbouring bits of one byte (8 bits) or word (32) as one run. */
function runsOf(positions: readonly number[], unitBits: 8 | 32): BitRun[] {
  const runs: BitRun[] = []
  positions.forEach((position, to) => {
    const last = runs.at(-1)
    if (last && position === last.unit * unitBits + last.bit + last.count && position % unitBits !== 0) last.count++
    else runs.push({ unit: Math.floor(position / unitBits), bit: position % unitBits, count: 1, to })
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
