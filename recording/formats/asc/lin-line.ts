import type { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import { decimal, hexadecimal } from '../text/numbers.ts'
import type { Tokens } from '../text/tokens.ts'

const greatestId = 0x3f

/**
 * LIN: `<time> Li|L<n> <id> Rx|Tx <length> <bytes> checksum = ...`, `... <id> CSErr Rx|Tx <length> <bytes> ...`, and
 * `... <id> TransmErr|RcvError ...` for a frame whose answer is missing or broken.
 */
export class LinLine {
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
    const { bytes } = tokens
    if (!tokens.next()) return false
    const id = this.#base === 16 ? hexadecimal(bytes, tokens.start, tokens.end) : decimal(bytes, tokens.start, tokens.end)
    // SleepModeEvent, WakeupFrame, Spike and others have no identifier.
    if (id < 0 || !tokens.next()) return true
    let flags = 0
    if (tokens.is('cserr')) {
      flags = frameFlag.error
      if (!tokens.next()) return false
    }
    const sent = tokens.is('tx')
    if (!sent && !tokens.is('rx')) {
      if (tokens.is('transmerr') || tokens.is('rcverror')) {
        if (id > greatestId) return false
        builder.add(timeNs, this.#buses.indexOf('LIN', channel, offset), id, frameFlag.error, noData, 0, 0)
      }
      return true
    }
    if (id > greatestId || !tokens.next()) return false
    const length = decimal(bytes, tokens.start, tokens.end)
    if (length < 0 || length > 8 || this.#data.read(bytes, tokens.end, end, 0, length) < length) return false
    const bus = this.#buses.indexOf('LIN', channel, offset)
    builder.add(timeNs, bus, id, flags | (sent ? frameFlag.sent : 0), this.#data.bytes, 0, length)
    return true
  }
}
