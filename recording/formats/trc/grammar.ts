import type { BusList } from '../../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../../frames.ts'
import { fdLength, noData } from '../text/can-lengths.ts'
import { DataBytes } from '../text/data-bytes.ts'
import type { LineGrammar } from '../text/frame-lines.ts'
import type { LineReader } from '../text/line-reader.ts'
import { decimal, Decimal, hexadecimal } from '../text/numbers.ts'
import { Tokens } from '../text/tokens.ts'
import type { TrcPreamble } from './preamble.ts'

const semicolon = 0x3b
const closing = 0x29
const letterT = 0x54
/** Identifiers of 29 bits are written with eight digits (python-can writes seven), of 11 bits with four. */
const standardDigits = 4
const greatestId = 0x1fff_ffff
/** Version 1.0 writes warnings as messages of this identifier. */
const warningId = 0xffff_ffff

const fd = frameFlag.fd
/**
 * Message types of 2.x by PEAK's document. (python-can takes FE for both bits and BI for the error state only.)
 * -1: no frame (status, error counters, user's events).
 */
const types: readonly (readonly [type: string, flags: number])[] = [
  ['DT', 0],
  ['FD', fd],
  ['FB', fd | frameFlag.bitRateSwitch],
  ['FE', fd | frameFlag.errorState],
  ['BI', fd | frameFlag.bitRateSwitch | frameFlag.errorState],
  ['RR', frameFlag.remote],
  ['ER', frameFlag.error],
  ['ST', -1],
  ['EC', -1],
  ['EV', -1],
]
/** The two letters of a type as one number. */
const codeOf = (first: number, second: number): number => first * 256 + second
const flagsOfType = new Map(types.map(([type, flags]) => [codeOf(type.charCodeAt(0), type.charCodeAt(1)), flags]))

/** The message lines of a TRC file. */
export class TrcGrammar implements LineGrammar {
  #columns: readonly string[]
  #buses: BusList
  #tokens = new Tokens()
  #time = new Decimal()
  #data = new DataBytes(16)
  #timeNs = 0
  #channel = 1
  #idStart = 0
  #idEnd = 0
  #flags = 0
  #length = -1
  #lengthIsCode = true

  constructor(preamble: TrcPreamble, buses: BusList) {
    this.#columns = preamble.columns
    this.#buses = buses
  }

  read(line: LineReader, builder: FrameBlockBuilder): boolean {
    const tokens = this.#tokens
    tokens.open(line.bytes, line.start, line.end)
    if (line.bytes[line.start] === semicolon || !tokens.next()) return true
    this.#channel = 1
    this.#idStart = this.#idEnd = 0
    this.#flags = 0
    this.#length = -1
    for (let i = 0; i < this.#columns.length; i++) {
      // The number is at hand already; data come last and may be missing.
      if (i > 0 && !tokens.next()) return this.#columns[i] === 'D' && this.#add(line, builder)
      const column = this.#columns[i] ?? ''
      if (column === 'D') return this.#add(line, builder)
      if (!this.#take(column)) return false
      if (this.#flags < 0) return true
      // Version 2.0 leaves out identifier and length of error frames, so that all later words stand elsewhere.
      if (this.#flags & frameFlag.error) return this.#addError(line, builder)
    }
    return this.#add(line, builder)
  }

  /** Takes the word at hand as what its column says. False when it is not that. */
  #take(column: string): boolean {
    const tokens = this.#tokens
    const { bytes, start, end } = tokens
    if (column === 'N') return decimal(bytes, start, bytes[end - 1] === closing ? end - 1 : end) >= 0
    if (column === 'O') {
      // Milliseconds; a thousand-millionth of one is a thousandth of a nanosecond less than nothing.
      if (!this.#time.read(bytes, start, end)) return false
      this.#timeNs = this.#time.whole * 1e6 + Math.round(this.#time.billionths / 1000)
    } else if (column === 'B') this.#channel = decimal(bytes, start, end)
    else if (column === 'I') {
      this.#idStart = start
      this.#idEnd = end
    } else if (column === 'd') {
      if (!this.#direction()) return false
    } else if (column === 'X') {
      if (tokens.is('warng')) this.#flags = -1
      else if (tokens.is('error')) this.#flags = frameFlag.error
      else return this.#direction()
    } else if (column === 'T') {
      const flags = end - start === 2 ? flagsOfType.get(codeOf(tokens.first, bytes[start + 1] ?? 0)) : undefined
      if (flags === undefined) return false
      this.#flags = flags
    } else if (column === 'L' || column === 'l') {
      this.#length = decimal(bytes, start, end)
      this.#lengthIsCode = column === 'L'
    }
    return true
  }

  #direction(): boolean {
    const tokens = this.#tokens
    const sent = tokens.is('tx')
    if (sent) this.#flags |= frameFlag.sent
    return sent || tokens.is('rx')
  }

  /** The word at hand is where data begin. */
  #add(line: LineReader, builder: FrameBlockBuilder): boolean {
    const tokens = this.#tokens
    const { bytes } = line
    let flags = this.#flags
    const id = hexadecimal(bytes, this.#idStart, this.#idEnd)
    if (id === warningId) return true
    const length = this.#frameLength(flags)
    if (this.#channel < 0 || id < 0 || id > greatestId || length < 0) return false
    if (this.#idEnd - this.#idStart > standardDigits) flags |= frameFlag.extended
    if (tokens.is('rtr')) flags |= frameFlag.remote
    if (tokens.is('error')) return this.#addError(line, builder)
    let data = noData
    if (!(flags & frameFlag.remote)) {
      if (this.#data.read(bytes, tokens.start, line.end, 0, length) < length) return false
      data = this.#data.bytes
    }
    const bus = this.#buses.indexOf('CAN', this.#channel, line.offset)
    builder.add(this.#timeNs, bus, id, flags, data, 0, length)
    return true
  }

  /** Bytes of data; -1 when the column does not say. */
  #frameLength(flags: number): number {
    const length = this.#length
    if (flags & frameFlag.fd) {
      if (this.#lengthIsCode) return length > 15 ? -1 : length < 0 ? -1 : fdLength(length)
      return length > 64 ? -1 : length
    }
    return length > 15 ? -1 : Math.min(8, length)
  }

  #addError(line: LineReader, builder: FrameBlockBuilder): boolean {
    const tokens = this.#tokens
    let sent = 0
    while (tokens.next()) if (tokens.first === letterT && tokens.is('tx')) sent = frameFlag.sent
    if (this.#channel < 0) return false
    const bus = this.#buses.indexOf('CAN', this.#channel, line.offset)
    builder.add(this.#timeNs, bus, 0, frameFlag.error | sent, noData, 0, 0)
    return true
  }
}
