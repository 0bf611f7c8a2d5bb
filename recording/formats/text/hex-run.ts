import { hexDigit } from './numbers.ts'

/** Reads bytes[start, end) as pairs of hexadecimal digits without blanks into `to`; their count, or -1 when they are no such pairs or too many. */
export function readHexRun(bytes: Uint8Array, start: number, end: number, to: Uint8Array): number {
  const count = (end - start) / 2
  if (count > to.length || !Number.isInteger(count)) return -1
  for (let i = 0; i < count; i++) {
    const high = hexDigit[bytes[start + 2 * i] ?? 0] ?? 255
    const low = hexDigit[bytes[start + 2 * i + 1] ?? 0] ?? 255
    if ((high | low) > 15) return -1
    to[i] = (high << 4) | low
  }
  return count
}
