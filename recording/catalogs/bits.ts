import type { Signal } from './catalog.ts'

/** Positions of a signal's bits, least significant first, each as byte * 8 + bit within the byte. */
export function bitPositions(signal: Pick<Signal, 'startBit' | 'bitCount' | 'byteOrder'>): number[] {
  const positions: number[] = []
  if (signal.byteOrder === 'little') {
    for (let i = 0; i < signal.bitCount; i++) positions.push(signal.startBit + i)
    return positions
  }
  // Big-endian counts down within a byte and goes on at bit 7 of the next byte.
  let position = signal.startBit
  for (let i = 0; i < signal.bitCount; i++) {
    positions.unshift(position)
    position = position % 8 === 0 ? position + 15 : position - 1
  }
  return positions
}

/** Writes a signal's physical values into message data; the layout is worked out once. */
export function signalEncoder(signal: Signal): (data: Uint8Array, start: number, physical: number) => void {
  const positions = bitPositions(signal)
  if (signal.float || signal.bitCount > 53) {
    return (data, start, physical) => {
      const raw = (physical - signal.offset) / signal.factor
      writeBits(positions, data, start, signal.float ? floatBits(raw, signal.bitCount) : integerBits(raw, signal))
    }
  }
  const span = 2 ** signal.bitCount
  const [lowest, highest] = signal.signed ? [-span / 2, span / 2 - 1] : [0, span - 1]
  return (data, start, physical) => {
    const rounded = Math.round((physical - signal.offset) / signal.factor)
    let raw = Math.min(highest, Math.max(lowest, rounded))
    if (raw < 0) raw += span
    for (const position of positions) {
      const at = start + (position >> 3)
      const mask = 1 << (position & 7)
      const bit = raw % 2
      data[at] = bit ? (data[at] ?? 0) | mask : (data[at] ?? 0) & ~mask
      raw = (raw - bit) / 2
    }
  }
}

/**
 * Reads a signal's raw value from message data: integers beyond 2^53 as the nearest double. For single values;
 * recordings are decoded column by column (decode/).
 */
export function readRaw(signal: Signal, data: Uint8Array, start: number): number {
  if (signal.float) return floatOf(readBits(signal, data, start), signal.bitCount)
  return Number(readExact(signal, data, start))
}

/** Reads the raw value of an integer signal of any length exactly. */
export function readExact(signal: Signal, data: Uint8Array, start: number): bigint {
  const bits = readBits(signal, data, start)
  return signal.signed ? BigInt.asIntN(signal.bitCount, bits) : bits
}

/** The signal's bits as an unsigned number; bits beyond the data are 0. */
function readBits(signal: Signal, data: Uint8Array, start: number): bigint {
  let bits = 0n
  for (const position of bitPositions(signal).toReversed())
    bits = bits * 2n + BigInt(((data[start + (position >> 3)] ?? 0) >> (position & 7)) & 1)
  return bits
}

function writeBits(positions: readonly number[], data: Uint8Array, start: number, bits: bigint): void {
  positions.forEach((position, i) => {
    const at = start + (position >> 3)
    const mask = 1 << (position & 7)
    data[at] = (bits >> BigInt(i)) & 1n ? (data[at] ?? 0) | mask : (data[at] ?? 0) & ~mask
  })
}

function integerBits(raw: number, { signed, bitCount }: Signal): bigint {
  const span = 1n << BigInt(bitCount)
  const [lowest, highest] = signed ? [-span / 2n, span / 2n - 1n] : [0n, span - 1n]
  const rounded = BigInt(Math.round(Number.isFinite(raw) ? raw : 0))
  const held = rounded < lowest ? lowest : rounded > highest ? highest : rounded
  return BigInt.asUintN(bitCount, held)
}

function floatBits(value: number, bitCount: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  if (bitCount === 64) view.setFloat64(0, value)
  else if (bitCount === 32) view.setFloat32(4, value)
  else view.setFloat16(6, value)
  return view.getBigUint64(0)
}

function floatOf(bits: bigint, bitCount: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return bitCount === 64 ? view.getFloat64(0) : bitCount === 32 ? view.getFloat32(4) : view.getFloat16(6)
}
