import type { ByteSink } from '../../byte-sink.ts'
import { frameFlag, type Bus, type BusKind, type FrameBlock } from '../../frames.ts'
import type { Instant } from '../../instant.ts'
import type { FormatAbilities, FrameWriter } from '../format.ts'
import { fdCode } from '../text/can-lengths.ts'
import { Losses } from '../text/losses.ts'
import { hexByte, secondsText, TextBuffer } from '../text/text-buffer.ts'
import { ChannelNumbers } from './channel-numbers.ts'
import { ascDateText } from './date.ts'

const decimals = 6

/**
 * Writes ASC with absolute times in microseconds, numbers in hexadecimal, and one trigger block: what CANalyzer and python-can read.
 * Times count from the header's date, which has milliseconds; the rest of the origin is added to the times.
 */
export class AscWriter implements FrameWriter {
  #text: TextBuffer
  #losses: Losses
  #channels = new ChannelNumbers()
  #buses: readonly Bus[] = []
  #restNs = 0

  constructor(sink: ByteSink, abilities: FormatAbilities) {
    this.#text = new TextBuffer(sink)
    this.#losses = new Losses(abilities)
  }

  async begin(origin: Instant, buses: readonly Bus[]): Promise<void> {
    this.#buses = buses
    this.#restNs = origin.nanos
    const date = ascDateText(origin)
    this.#text.add(`date ${date}\nbase hex  timestamps absolute\ninternal events logged\n// version 9.0.0\n`)
    this.#text.add(`Begin Triggerblock ${date}\n   0.000000 Start of measurement\n`)
    await this.#text.flush()
  }

  async write(block: FrameBlock): Promise<void> {
    for (let row = 0; row < block.count; row++) {
      const busIndex = block.bus[row] ?? 0
      const bus = this.#buses[busIndex]
      if (bus === undefined || this.#losses.loses(block, row, bus)) continue
      const timeNs = (block.timeNs[row] ?? 0) + this.#restNs
      if (timeNs < 0) {
        this.#losses.add('frames before the start of the recording')
        continue
      }
      const event = eventOf(block, row, bus.kind, this.#channels.of(this.#buses, busIndex))
      this.#text.add(`${secondsText(timeNs, decimals).padStart(11)} ${event}\n`)
    }
    await this.#text.flush()
  }

  async finish(): Promise<ReadonlyMap<string, number>> {
    this.#text.add('End TriggerBlock\n')
    await this.#text.flush()
    return this.#losses.counts
  }
}

/** The line of a frame after its time. */
function eventOf(block: FrameBlock, row: number, kind: BusKind, channel: number): string {
  const flags = block.flags[row] ?? 0
  const length = block.length[row] ?? 0
  const direction = flags & frameFlag.sent ? 'Tx' : 'Rx'
  const id = (block.id[row] ?? 0).toString(16).toUpperCase() + (flags & frameFlag.extended ? 'x' : '')
  if (kind === 'LIN') return linEvent(channel, id, direction, flags, dataOf(block, row, length))
  if (flags & frameFlag.error) return `${channel}  ErrorFrame`
  if (flags & frameFlag.remote) return `${channel}  ${id.padEnd(15)} ${direction}   r ${length}`
  if (!(flags & frameFlag.fd)) return `${channel}  ${id.padEnd(15)} ${direction}   d ${length}${dataOf(block, row, length)}`
  const code = fdCode(length)
  const brs = flags & frameFlag.bitRateSwitch ? 1 : 0
  const esi = flags & frameFlag.errorState ? 1 : 0
  const bits = (0x1000 | (brs << 13) | (esi << 14)).toString(16).padStart(8)
  const head = `CANFD ${String(channel).padStart(3)} ${direction}   ${id.padStart(8)}  ${' '.repeat(32)} ${brs} ${esi}`
  return `${head} ${code.toString(16)} ${String(length).padStart(2)}${dataOf(block, row, length)}        0    0 ${bits}        0        0        0        0        0`
}

/** Checksum and times of the header are not in a frame; they are written as zero. An error without data is a missing answer. */
function linEvent(channel: number, id: string, direction: string, flags: number, data: string): string {
  const name = channel === 1 ? 'Li' : `L${channel}`
  if (flags & frameFlag.error && data === '') return `${name} ${id.padEnd(12)} TransmErr   header time =   0, full time =   0`
  const error = flags & frameFlag.error ? 'CSErr ' : ''
  return `${name} ${id.padEnd(12)} ${error}${direction}     ${data.length / 3}${data}  checksum = 0   header time =   0, full time =   0`
}

/** The data bytes, each with a blank before it. */
function dataOf(block: FrameBlock, row: number, length: number): string {
  const start = block.dataStart[row] ?? 0
  let text = ''
  for (let i = start; i < start + length; i++) text += ` ${hexByte[block.data[i] ?? 0]}`
  return text
}
