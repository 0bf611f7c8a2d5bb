import type { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import { fdLength, noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import { decimal, hexadecimal } from '../text/numbers.ts'
import type { Tokens } from '../text/tokens.ts'
import { extendedBit, readIdentifier } from './identifier.ts'

const letterD = 0x64
const letterR = 0x72
const digit9 = 0x39

/** Classic CAN: `<time> <channel> <id>[x] Rx|Tx d <dlc> <bytes> [Length = ...]`, `... r [<dlc>]`, `<time> <channel> ErrorFrame`. */
export class CanLine {
  #base: 10 | 16
  #buses: BusList
  #data: DataBytes

  constructor(base: 10 | 16, buses: BusList) {
    this.#base = base
    this.#buses = buses
    this.#data = new DataBytes(base)
  }

  /** `tokens` stands on the channel. False when the line is a broken frame; true for frames and for other events of the bus. */
  read(tokens: Tokens, end: number, timeNs: number, channel: number, offset: number, builder: FrameBlockBuilder): boolean {
    if (!tokens.next()) return false
    const { bytes } = tokens
    const idStart = tokens.start
    const idEnd = tokens.end
    if (tokens.is('errorframe')) {
      builder.add(timeNs, this.#buses.indexOf('CAN', channel, offset), 0, frameFlag.error, noData, 0, 0)
      return true
    }
    const id = readIdentifier(bytes, idStart, idEnd, this.#base)
    // What stands where an identifier would and is none names another event (Statistic:, J1939TP), or a frame by its symbol.
    if (!tokens.next()) return id < 0
    const sent = tokens.is('tx')
    // TxRq is the request of a frame that has a Tx line of its own.
    if (!sent && !tokens.is('rx')) return id < 0 || tokens.is('txrq')
    if (!tokens.next()) return id < 0
    const kind = tokens.end - tokens.start === 1 ? tokens.first | 0x20 : 0
    if (kind !== letterD && kind !== letterR) return id < 0
    // A name does not begin with a digit.
    if (id < 0 && (bytes[idStart] ?? 0) <= digit9) return false
    if (id < 0) throw new UnsupportedFeature('A frame that is named by its symbol and not by its identifier', offset)
    let flags = (id >= extendedBit ? frameFlag.extended : 0) | (sent ? frameFlag.sent : 0)
    let length = tokens.next() ? this.#code(tokens) : -1
    let data = noData
    if (kind === letterR) {
      flags |= frameFlag.remote
      length = Math.max(0, Math.min(8, length))
    } else {
      if (length < 0) return false
      length = this.#readData(bytes, tokens.end, end, length)
      if (length < 0) return false
      if (length > 8) flags |= frameFlag.fd
      data = this.#data.bytes
    }
    builder.add(timeNs, this.#buses.indexOf('CAN', channel, offset), id % extendedBit, flags, data, 0, length)
    return true
  }

  /** The data length code at hand, 0 to 15; -1 when it is none. Some loggers write it in decimal among hexadecimal numbers. */
  #code(tokens: Tokens): number {
    const { bytes, start, end } = tokens
    const code = this.#base === 16 ? hexadecimal(bytes, start, end) : decimal(bytes, start, end)
    const read = code > 15 ? decimal(bytes, start, end) : code
    return read > 15 ? -1 : read
  }

  /** Reads the data; gives their length, or -1 when the line has too few. */
  #readData(bytes: Uint8Array, at: number, end: number, code: number): number {
    const first = this.#data.read(bytes, at, end, 0, Math.min(8, code))
    if (first < Math.min(8, code)) return -1
    if (code <= 8) return code
    // A classic frame may have a code above 8 and has 8 bytes then; more bytes mean a CAN FD frame that was written like this.
    const all = this.#data.read(bytes, this.#data.at, end, 8, fdLength(code))
    return all === fdLength(code) ? all : 8
  }
}
