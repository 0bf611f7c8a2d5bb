import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import type { LineGrammar } from '../text/frame-lines.ts'
import type { LineReader } from '../text/line-reader.ts'
import { decimal, Decimal } from '../text/numbers.ts'
import type { SecondClock } from '../text/second-clock.ts'
import { Tokens } from '../text/tokens.ts'
import { FrameText } from './frame-text.ts'
import { Interfaces } from './interfaces.ts'
import { takeStamp } from './stamp.ts'

const hash = 0x23
const opening = 0x5b
const closing = 0x5d
const letterB = 0x42
const letterE = 0x45

/** The lines of candump: `(time) can0 123#1122 [R|T]` of `-l`, and `(time)  can0  [RX - -]  123   [2]  11 22` of the screen. */
export class CandumpGrammar implements LineGrammar {
  readonly interfaces = new Interfaces()
  #clock: SecondClock
  #tokens = new Tokens()
  #time = new Decimal()
  #frame = new FrameText()
  #data = new DataBytes(16)

  constructor(clock: SecondClock) {
    this.#clock = clock
  }

  read(line: LineReader, builder: FrameBlockBuilder): boolean {
    const tokens = this.#tokens
    const frame = this.#frame
    tokens.open(line.bytes, line.start, line.end)
    // An empty line.
    if (!tokens.next()) return true
    tokens.open(line.bytes, line.start, line.end)
    if (!takeStamp(tokens, this.#time) || !tokens.next()) return false
    const nameStart = tokens.start
    const nameEnd = tokens.end
    if (!tokens.next()) return false
    const compact = hasHash(tokens)
    if (!(compact ? this.#readCompact() : this.#readScreen(line.end))) return false
    const bus = this.interfaces.indexOf(line.bytes, nameStart, nameEnd, line.offset)
    builder.add(this.#clock.nanoseconds(this.#time), bus, frame.id, frame.flags, frame.data, 0, frame.length)
    return true
  }

  #readCompact(): boolean {
    const tokens = this.#tokens
    if (!this.#frame.read(tokens.bytes, tokens.start, tokens.end)) return false
    if (!tokens.next()) return true
    if (tokens.is('t')) this.#frame.flags |= frameFlag.sent
    return tokens.is('t') || tokens.is('r')
  }

  #readScreen(end: number): boolean {
    const tokens = this.#tokens
    const frame = this.#frame
    let flags = 0
    const sent = tokens.is('tx')
    // `-x` puts direction, bit rate switch and error state before the identifier.
    if (sent || tokens.is('rx')) {
      if (sent) flags |= frameFlag.sent
      if (!tokens.next()) return false
      if (tokens.first === letterB) flags |= frameFlag.bitRateSwitch
      if (!tokens.next()) return false
      if (tokens.first === letterE) flags |= frameFlag.errorState
      if (!tokens.next()) return false
    }
    const { bytes } = tokens
    if (!frame.takeIdentifier(bytes, tokens.start, tokens.end) || !tokens.next()) return false
    if (tokens.first !== opening || bytes[tokens.end - 1] !== closing) return false
    const length = decimal(bytes, tokens.start + 1, tokens.end - 1)
    // can-utils writes lengths of CAN FD frames with two digits, of classic ones with one.
    const fd = tokens.end - tokens.start === 4
    if (length < 0 || length > (fd ? 64 : 8)) return false
    frame.flags |= flags | (fd ? frameFlag.fd : 0)
    frame.length = length
    frame.data = noData
    const dataAt = tokens.end
    if (tokens.next() && tokens.is('remote')) frame.flags |= frameFlag.remote
    else if (this.#data.read(bytes, dataAt, end, 0, length) < length) return false
    else frame.data = this.#data.bytes
    return true
  }
}

function hasHash(tokens: Tokens): boolean {
  for (let at = tokens.start; at < tokens.end; at++) if (tokens.bytes[at] === hash) return true
  return false
}
