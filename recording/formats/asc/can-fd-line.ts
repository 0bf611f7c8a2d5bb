import type { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import { decimal, hexadecimal } from '../text/numbers.ts'
import type { Tokens } from '../text/tokens.ts'
import { extendedBit, readIdentifier } from './identifier.ts'

const digit0 = 0x30
/** Bits of the flags behind the data (Vector's ASC and BLF name them alike): remote, EDL, BRS, ESI. */
const flagBit = { remote: 0x10, fd: 0x1000 } as const
const letterR = 0x72

/**
 * The lines of a CAN FD channel: `CANFD <channel> Rx|Tx <id>[x] [<name>] <brs> <esi> <dlc> <length> <bytes> <duration> <bits>
 * <flags> ...`, `CANFD <channel> Rx|Tx ErrorFrame ...`, and the older `CANFD <channel> <id>[x] Rx|Tx <brs> <esi> d|r <dlc> <length> ...`.
 */
export class CanFdLine {
  #base: 10 | 16
  #buses: BusList
  #data: DataBytes

  constructor(base: 10 | 16, buses: BusList) {
    this.#base = base
    this.#buses = buses
    this.#data = new DataBytes(base)
  }

  /** `tokens` stands on `CANFD`. False when the line is broken. */
  read(tokens: Tokens, end: number, timeNs: number, offset: number, builder: FrameBlockBuilder): boolean {
    const { bytes } = tokens
    if (!tokens.next()) return false
    const channel = decimal(bytes, tokens.start, tokens.end)
    if (channel < 0 || !tokens.next()) return false
    let id = -1
    const older = !isDirection(tokens)
    if (older) {
      id = readIdentifier(bytes, tokens.start, tokens.end, this.#base)
      if (id < 0 || !tokens.next() || !isDirection(tokens)) return false
    }
    if (tokens.is('txrq')) return true
    let flags = tokens.is('tx') ? frameFlag.sent : 0
    if (!tokens.next()) return false
    if (tokens.is('errorframe')) {
      const bus = this.#buses.indexOf('CAN', channel, offset)
      builder.add(timeNs, bus, 0, flags | frameFlag.error, noData, 0, 0)
      return true
    }
    if (!older) {
      id = readIdentifier(bytes, tokens.start, tokens.end, this.#base)
      if (id < 0 || !tokens.next()) return false
      // A symbolic name may stand before the two flags.
      if (bit(tokens) < 0 && !tokens.next()) return false
    }
    const brs = bit(tokens)
    const esi = tokens.next() ? bit(tokens) : -1
    if (brs < 0 || esi < 0 || !tokens.next()) return false
    let remote = false
    if (older) {
      remote = (tokens.first | 0x20) === letterR
      if (!tokens.next()) return false
    }
    const code = this.#base === 16 ? hexadecimal(bytes, tokens.start, tokens.end) : decimal(bytes, tokens.start, tokens.end)
    const length = tokens.next() && !remote ? decimal(bytes, tokens.start, tokens.end) : 0
    if (code < 0 || length < 0 || length > 64) return false
    if (this.#data.read(bytes, tokens.end, end, 0, length) < length) return false
    if (!remote) {
      tokens.open(bytes, length > 0 ? this.#data.at : tokens.end, end)
      const bits = this.#flagBits(tokens)
      remote = length === 0 && (bits < 0 ? code > 0 : (bits & flagBit.remote) !== 0)
      // Classic frames of a CAN FD channel have lines of this kind too; zero means that the writer filled nothing in.
      if (!remote && (bits <= 0 || bits & flagBit.fd || length > 8 || brs === 1)) flags |= frameFlag.fd
    }
    if (id >= extendedBit) flags |= frameFlag.extended
    if (remote) flags |= frameFlag.remote
    else if (flags & frameFlag.fd) flags |= (brs === 1 ? frameFlag.bitRateSwitch : 0) | (esi === 1 ? frameFlag.errorState : 0)
    const bus = this.#buses.indexOf('CAN', channel, offset)
    if (remote) builder.add(timeNs, bus, id % extendedBit, flags, noData, 0, Math.min(8, code))
    else builder.add(timeNs, bus, id % extendedBit, flags, this.#data.bytes, 0, length)
    return true
  }

  /** The flags word: third after the data, hexadecimal; -1 when there is none. */
  #flagBits(tokens: Tokens): number {
    for (let i = 0; i < 3; i++) if (!tokens.next()) return -1
    return hexadecimal(tokens.bytes, tokens.start, tokens.end)
  }
}

function isDirection(tokens: Tokens): boolean {
  return tokens.is('rx') || tokens.is('tx') || tokens.is('txrq')
}

/** 0 or 1; -1 when the word at hand is something else. */
function bit(tokens: Tokens): number {
  const value = tokens.first - digit0
  return tokens.end - tokens.start === 1 && (value === 0 || value === 1) ? value : -1
}
