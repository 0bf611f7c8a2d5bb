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

/** Reads a signal's raw value from message data. For single values; recordings are decoded by generated loops. */
export function readRaw(signal: Signal, data: Uint8Array, start: number): number {
  let raw = 0
  for (const position of bitPositions(signal).toReversed())
    raw = raw * 2 + (((data[start + (position >> 3)] ?? 0) >> (position & 7)) & 1)
  return signal.signed && raw >= 2 ** (signal.bitCount - 1) ? raw - 2 ** signal.bitCount : raw
}
