import { frameFlag } from '../../frames.ts'
import { noData } from '../text/can-lengths.ts'
import { decimal, hexadecimal, hexDigit } from '../text/numbers.ts'

const hash = 0x23
const letterR = 0x72
const underscore = 0x5f
const extendedDigits = 8
/** Bits of SocketCAN's identifier word (linux/can.h) and of the CAN FD flags digit. */
const errorBit = 0x2000_0000
const identifierBits = 0x1fff_ffff
const fdBit = { bitRateSwitch: 1, errorState: 2 } as const

/** One frame in candump's compact form: `123#1122`, `12345678#`, `123#R8`, `123##1112233`. */
export class FrameText {
  id = 0
  flags = 0
  length = 0
  data = noData
  #bytes = new Uint8Array(64)

  /** Takes bytes[start, end); false when it is no frame. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start
    while (at < end && bytes[at] !== hash) at++
    if (at === end || !this.takeIdentifier(bytes, start, at)) return false
    at++
    if (bytes[at] === hash && at < end) {
      const bits = hexDigit[bytes[at + 1] ?? 0] ?? 255
      if (bits > 15 || at + 1 >= end) return false
      this.flags |= frameFlag.fd
      if (bits & fdBit.bitRateSwitch) this.flags |= frameFlag.bitRateSwitch
      if (bits & fdBit.errorState) this.flags |= frameFlag.errorState
      return this.#takeData(bytes, at + 2, end, 64)
    }
    if (at < end && ((bytes[at] ?? 0) | 0x20) === letterR) return this.#takeRemote(bytes, at + 1, end)
    return this.#takeData(bytes, at, end, 8)
  }

  /** Takes the identifier bytes[start, end): 3 digits for 11 bits, 8 for 29; with SocketCAN's error bit, an error frame. */
  takeIdentifier(bytes: Uint8Array, start: number, end: number): boolean {
    const word = hexadecimal(bytes, start, end)
    if (word < 0) return false
    const extended = end - start === extendedDigits
    const error = extended && (word & errorBit) !== 0
    this.id = word & identifierBits
    this.flags = error ? frameFlag.error : extended || word > 0x7ff ? frameFlag.extended : 0
    return true
  }

  #takeRemote(bytes: Uint8Array, at: number, end: number): boolean {
    const length = at === end || bytes[at] === underscore ? 0 : decimal(bytes, at, at + 1)
    if (length < 0 || length > 8) return false
    this.flags |= frameFlag.remote
    this.length = length
    this.data = noData
    return true
  }

  #takeData(bytes: Uint8Array, start: number, end: number, most: number): boolean {
    const data = this.#bytes
    let count = 0
    let at = start
    for (; at < end && count < most; at += 2) {
      const high = hexDigit[bytes[at] ?? 0] ?? 255
      if (high > 15) break
      const low = at + 1 < end ? (hexDigit[bytes[at + 1] ?? 0] ?? 255) : 255
      if (low > 15) return false
      data[count++] = (high << 4) | low
    }
    // A data length code above 8 of a classic frame follows as `_9` to `_F`.
    if (at < end && !(bytes[at] === underscore && at + 2 === end)) return false
    this.length = count
    this.data = data
    return true
  }
}
