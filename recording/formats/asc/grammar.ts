import type { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import type { LineGrammar } from '../text/frame-lines.ts'
import type { LineReader } from '../text/line-reader.ts'
import { decimal, Decimal } from '../text/numbers.ts'
import { Tokens } from '../text/tokens.ts'
import { CanLine } from './can-line.ts'
import { CanFdLine } from './can-fd-line.ts'
import type { AscClock } from './clock.ts'
import { ascDate } from './date.ts'
import { LinLine } from './lin-line.ts'
import { PlainLine } from './plain-line.ts'

const digit0 = 0x30
const digit9 = 0x39
const slash = 0x2f

/**
 * The lines of an ASC file after its preamble. CAN, CAN FD and LIN frames are read; statistics, comments, status, triggers,
 * variables, and the frames of FlexRay, Ethernet and MOST are other events, which are passed over.
 */
export class AscGrammar implements LineGrammar {
  /** Between `Begin Triggerblock` and `End TriggerBlock`. */
  inBlock: boolean
  #clock: AscClock
  #buses: BusList
  #tokens = new Tokens()
  #time = new Decimal()
  #plain: PlainLine | null
  #plainBus = new Int32Array(10).fill(-1)
  #can: CanLine
  #canFd: CanFdLine
  #lin: LinLine

  constructor(base: 10 | 16, clock: AscClock, buses: BusList, inBlock: boolean) {
    this.#clock = clock
    this.#buses = buses
    this.inBlock = inBlock
    this.#plain = base === 16 ? new PlainLine() : null
    this.#can = new CanLine(base, buses)
    this.#canFd = new CanFdLine(base, buses)
    this.#lin = new LinLine(base, buses)
  }

  read(line: LineReader, builder: FrameBlockBuilder): boolean {
    const { bytes, end } = line
    const plain = this.#plain
    if (plain !== null && plain.read(bytes, line.start, end)) {
      this.#addPlain(plain, line, builder)
      return true
    }
    const tokens = this.#tokens
    tokens.open(bytes, line.start, end)
    if (!tokens.next()) return true
    if (tokens.first < digit0 || tokens.first > digit9) return this.#unstamped()
    if (!this.#time.read(bytes, tokens.start, tokens.end)) return false
    const timeNs = this.#clock.nanoseconds(this.#time)
    if (!tokens.next()) return false
    if (tokens.first <= digit9 && tokens.first >= digit0) {
      const channel = decimal(bytes, tokens.start, tokens.end)
      return channel < 0 || this.#can.read(tokens, end, timeNs, channel, line.offset, builder)
    }
    if (tokens.is('canfd')) return this.#canFd.read(tokens, end, timeNs, line.offset, builder)
    const lin = linChannel(tokens)
    return lin < 0 || this.#lin.read(tokens, end, timeNs, lin, line.offset, builder)
  }

  #addPlain(plain: PlainLine, line: LineReader, builder: FrameBlockBuilder): void {
    let bus = this.#plainBus[plain.channel] ?? -1
    if (bus < 0) bus = this.#plainBus[plain.channel] = this.#buses.indexOf('CAN', plain.channel, line.offset)
    const flags = (plain.extended ? frameFlag.extended : 0) | (plain.sent ? frameFlag.sent : 0)
    builder.add(this.#clock.nanoseconds(plain), bus, plain.id, flags, plain.data, 0, plain.length)
  }

  /** A line without a time. */
  #unstamped(): boolean {
    const tokens = this.#tokens
    if (tokens.first === slash) return true
    if (tokens.is('end')) this.inBlock = false
    else if (tokens.is('begin')) {
      this.inBlock = true
      this.#clock.beginBlock(ascDate(tokens.rest()))
    } else return ['date', 'base', 'internal', 'no'].some((word) => tokens.is(word))
    return true
  }
}

/** `Li` is LIN 1, `L2` LIN 2; -1 when the word is something else. */
function linChannel(tokens: Tokens): number {
  if (tokens.end - tokens.start < 2 || (tokens.first | 0x20) !== 0x6c) return -1
  return tokens.is('li') ? 1 : decimal(tokens.bytes, tokens.start + 1, tokens.end)
}
