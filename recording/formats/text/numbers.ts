/** Value of each byte as a hexadecimal digit; 255 where it is none. */
export const hexDigit = new Uint8Array(256).fill(255)
for (let digit = 0; digit < 16; digit++) {
  hexDigit[digit.toString(16).charCodeAt(0)] = digit
  hexDigit[digit.toString(16).toUpperCase().charCodeAt(0)] = digit
}

const zero = 0x30
const point = 0x2e
/** Before the point: seconds of 12 digits are dates that every program can still hold. */
const mostDigits = 12

/** The hexadecimal number bytes[start, end), 1 to 8 digits; -1 when it is none. */
export function hexadecimal(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start || end - start > 8) return -1
  let value = 0
  for (let i = start; i < end; i++) {
    const digit = hexDigit[bytes[i] ?? 0] ?? 255
    if (digit > 15) return -1
    value = value * 16 + digit
  }
  return value
}

/** The decimal whole number bytes[start, end), at most 2^53 - 1; -1 when it is none. */
export function decimal(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start || end - start > 16) return -1
  let value = 0
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - zero
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value > Number.MAX_SAFE_INTEGER ? -1 : value
}

/** A number with decimals, exact: `whole` plus `billionths` thousand-millionths, where a double of both would be rounded. */
export class Decimal {
  whole = 0
  billionths = 0

  /**
   * Takes the number bytes[start, end): digits, and perhaps a point (or `mark`) and more digits. False when it is none.
   * The tenth decimal and what follows are cut off.
   */
  read(bytes: Uint8Array, start: number, end: number, mark = point): boolean {
    let whole = 0
    let i = start
    for (; i < end; i++) {
      const digit = (bytes[i] ?? 0) - zero
      if (digit < 0 || digit > 9) break
      whole = whole * 10 + digit
    }
    if (i === start || i - start > mostDigits) return false
    let billionths = 0
    if (i < end) {
      if (bytes[i] !== mark) return false
      let scale = 100_000_000
      for (i++; i < end; i++) {
        const digit = (bytes[i] ?? 0) - zero
        if (digit < 0 || digit > 9) return false
        billionths += digit * scale
        scale = scale > 1 ? scale / 10 : 0
      }
    }
    this.whole = whole
    this.billionths = billionths
    return true
  }
}
