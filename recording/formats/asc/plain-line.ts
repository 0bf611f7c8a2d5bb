import { hexDigit } from '../text/numbers.ts'

const space = 0x20
const zero = 0x30
const point = 0x2e
const letterD = 0x64
const letterR = 0x52
const letterT = 0x54
const smallX = 0x78

/**
 * The commonest line in one go: a classic data frame in hexadecimal, all in the usual spelling and blanks only.
 * It takes a third of the time of reading word by word, and any other line is left to that.
 */
export class PlainLine {
  whole = 0
  billionths = 0
  channel = 0
  id = 0
  extended = false
  sent = false
  length = 0
  readonly data = new Uint8Array(8)

  /** Takes bytes[at, end); false, with fields that mean nothing, when it is not such a line. */
  read(bytes: Uint8Array, at: number, end: number): boolean {
    while (bytes[at] === space) at++
    let start = at
    let digit = 0
    let whole = 0
    while ((digit = (bytes[at] ?? 0) - zero) >= 0 && digit <= 9) {
      whole = whole * 10 + digit
      at++
    }
    if (at === start || at - start > 9 || bytes[at] !== point) return false
    start = ++at
    let decimals = 0
    while ((digit = (bytes[at] ?? 0) - zero) >= 0 && digit <= 9) {
      decimals = decimals * 10 + digit
      at++
    }
    const count = at - start
    if (count !== 6 && (count < 1 || count > 9)) return false
    this.whole = whole
    this.billionths = count === 6 ? decimals * 1000 : decimals * 10 ** (9 - count)
    if (bytes[at] !== space) return false
    while (bytes[at] === space) at++
    const channel = (bytes[at++] ?? 0) - zero
    if (channel < 0 || channel > 9 || bytes[at] !== space) return false
    this.channel = channel
    while (bytes[at] === space) at++
    start = at
    let id = 0
    while ((digit = hexDigit[bytes[at] ?? 0] ?? 255) < 16) {
      id = (id << 4) | digit
      at++
    }
    if (at === start || at - start > 8 || id < 0 || id > 0x1fff_ffff) return false
    this.extended = bytes[at] === smallX
    if (this.extended) at++
    else if (id > 0x7ff) return false
    this.id = id
    if (bytes[at] !== space) return false
    while (bytes[at] === space) at++
    const direction = bytes[at]
    this.sent = direction === letterT
    if ((direction !== letterR && direction !== letterT) || bytes[at + 1] !== smallX || bytes[at + 2] !== space) return false
    at += 3
    while (bytes[at] === space) at++
    if (bytes[at] !== letterD || bytes[at + 1] !== space) return false
    const length = (bytes[at + 2] ?? 0) - zero
    at += 3
    if (length < 0 || length > 8 || at + 3 * length > end) return false
    this.length = length
    const { data } = this
    for (let i = 0; i < length; i++) {
      const high = hexDigit[bytes[at + 1] ?? 0] ?? 255
      const low = hexDigit[bytes[at + 2] ?? 0] ?? 255
      if (bytes[at] !== space || (high | low) > 15) return false
      data[i] = (high << 4) | low
      at += 3
    }
    // A digit more would be another number, or a longer code.
    return at >= end || bytes[at] === space
  }
}
