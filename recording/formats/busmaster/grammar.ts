import { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import type { LineGrammar } from '../text/frame-lines.ts'
import type { LineReader } from '../text/line-reader.ts'
import { decimal, hexadecimal } from '../text/numbers.ts'
import { Tokens } from '../text/tokens.ts'
import type { BusmasterPreamble } from './preamble.ts'

const star = 0x2a
const colon = 0x3a
const letterX = 0x78
const dayNs = 86_400e9
const mostHours = 9999
/** Frames of a BUSMASTER log: `<hour:minute:second:fraction> Rx|Tx <channel> <id> s|x|sr|xr <length> <bytes>`. */
export class BusmasterGrammar implements LineGrammar {
  readonly #list = new BusList()
  readonly buses = this.#list.buses
  #base: 10 | 16
  #mode: BusmasterPreamble['mode']
  #lastNs = 0
  #daysNs = 0
  #tokens = new Tokens()
  #data: DataBytes

  constructor(preamble: BusmasterPreamble) {
    this.#base = preamble.base
    this.#mode = preamble.mode
    this.#data = new DataBytes(preamble.base)
  }

  read(line: LineReader, builder: FrameBlockBuilder): boolean {
    const tokens = this.#tokens
    const { bytes } = line
    tokens.open(bytes, line.start, line.end)
    if (!tokens.next() || tokens.first === star) return true
    const clockNs = this.#clockNs()
    if (clockNs < 0 || !tokens.next()) return false
    const sent = tokens.is('tx')
    if ((!sent && !tokens.is('rx')) || !tokens.next()) return false
    const channel = decimal(bytes, tokens.start, tokens.end)
    const id = tokens.next() ? this.#identifier() : -1
    if (channel < 0 || id < 0 || id > 0x1fff_ffff || !tokens.next()) return false
    const typed = this.#type()
    if (typed < 0 || !tokens.next()) return false
    const flags = typed | (sent ? frameFlag.sent : 0)
    const length = decimal(bytes, tokens.start, tokens.end)
    if (length < 0 || length > 8) return false
    const remote = (flags & frameFlag.remote) !== 0
    if (!remote && this.#data.read(bytes, tokens.end, line.end, 0, length) < length) return false
    const bus = this.#list.indexOf('CAN', channel, line.offset)
    builder.add(this.#timeNs(clockNs), bus, id, flags, remote ? noData : this.#data.bytes, 0, length)
    return true
  }

  /** Flags of the type at hand; -1 when it is none. */
  #type(): number {
    const tokens = this.#tokens
    const remote = tokens.is('sr') || tokens.is('xr')
    if (!remote && !tokens.is('s') && !tokens.is('x')) return -1
    return ((tokens.first | 0x20) === letterX ? frameFlag.extended : 0) | (remote ? frameFlag.remote : 0)
  }

  /** The word at hand as an identifier, with or without `0x`. */
  #identifier(): number {
    const { bytes, start, end } = this.#tokens
    const prefixed = ((bytes[start + 1] ?? 0) | 0x20) === letterX
    if (prefixed || this.#base === 16) return hexadecimal(bytes, prefixed ? start + 2 : start, end)
    return decimal(bytes, start, end)
  }

  /** The time at hand in nanoseconds; -1 when it is none. The fraction has four digits (0.1 ms), or is in ms without leading zeros. */
  #clockNs(): number {
    const { bytes, start, end } = this.#tokens
    const parts: number[] = []
    for (let at = start; at <= end; at++) {
      const from = at
      while (at < end && bytes[at] !== colon) at++
      parts.push(decimal(bytes, from, at))
      if (parts.length === 4) {
        const [hour = -1, minute = -1, second = -1, fraction = -1] = parts
        const digits = at - from
        if (hour < 0 || minute < 0 || second < 0 || fraction < 0 || at !== end || digits > 4 || hour > mostHours) return -1
        return (hour * 3600 + minute * 60 + second) * 1e9 + fraction * (digits === 4 ? 1e5 : 1e6)
      }
    }
    return -1
  }

  /** Nanoseconds since midnight of the first day, or since the start. */
  #timeNs(clockNs: number): number {
    if (this.#mode === 'relative') return (this.#lastNs += clockNs)
    // Times of day begin again at midnight.
    if (this.#mode === 'system' && this.#daysNs + clockNs < this.#lastNs - dayNs / 2) this.#daysNs += dayNs
    return (this.#lastNs = this.#daysNs + clockNs)
  }
}
