import { decimal, hexadecimal } from '../text/numbers.ts'

const letterX = 0x78
/** Set in the numbers of `readIdentifier` for 29-bit identifiers. */
export const extendedBit = 0x8000_0000
const greatestStandard = 0x7ff
const greatestExtended = 0x1fff_ffff

/**
 * The CAN identifier bytes[start, end), in the file's base, with an `x` behind it when it has 29 bits: then plus `extendedBit`.
 * A greater one than 11 bits hold is extended too, because some writers forget the `x`. -1 when it is no identifier.
 */
export function readIdentifier(bytes: Uint8Array, start: number, end: number, base: 10 | 16): number {
  const marked = ((bytes[end - 1] ?? 0) | 0x20) === letterX
  const stop = marked ? end - 1 : end
  const id = base === 16 ? hexadecimal(bytes, start, stop) : decimal(bytes, start, stop)
  if (id < 0 || id > greatestExtended) return -1
  return marked || id > greatestStandard ? id + extendedBit : id
}
