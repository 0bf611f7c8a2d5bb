import { BusList } from '../bus-list.ts'
import { feedRange } from '../byte-feed.ts'
import type { ByteSource } from '../byte-source.ts'
import { frameFlag, type FrameBlockBuilder } from '../frames.ts'
import type { Instant } from '../instant.ts'
import { Cells } from './csv/cells.ts'
import type { Format } from './format.ts'
import { readFrameLines, textReading, type LineGrammar, type TextRecording } from './text/frame-lines.ts'
import { LineReader } from './text/line-reader.ts'
import { decimal, hexadecimal } from './text/numbers.ts'
import { latin1 } from './text/tokens.ts'

const mark = /^\/\/-+\r?\nMicrochip Technology Inc\.\r?\nCAN BUS Analyzer/
const digit0 = 0x30
const digit9 = 0x39
const prefixLength = 2
const dataCell = 4
/** A tenth of what a date holds. */
const mostMs = 8.64e14

/** Rows of `<ms>;RX|TX;0x<id>;<length>;0x<byte>;...`. */
class MicrochipGrammar implements LineGrammar {
  readonly #list = new BusList()
  readonly buses = this.#list.buses
  #cells = new Cells(';'.charCodeAt(0))
  #data = new Uint8Array(8)

  read(line: LineReader, builder: FrameBlockBuilder): boolean {
    const first = line.bytes[line.start] ?? 0
    if (line.start === line.end || first === '/'.charCodeAt(0)) return true
    const cells = this.#cells
    if (first < digit0 || first > digit9 || !cells.split(line)) return false
    const { bytes } = cells
    const timeMs = decimal(bytes, cells.start(0), cells.end(0))
    const sent = cells.is(1, 'TX')
    const id = hexadecimal(bytes, cells.start(2) + prefixLength, cells.end(2))
    const length = decimal(bytes, cells.start(3), cells.end(3))
    if (timeMs < 0 || timeMs > mostMs || (!sent && !cells.is(1, 'RX')) || id < 0 || id > 0x1fff_ffff || length < 0 || length > 8)
      return false
    if (cells.count < dataCell + length) return false
    for (let i = 0; i < length; i++) {
      const value = hexadecimal(bytes, cells.start(dataCell + i) + prefixLength, cells.end(dataCell + i))
      if (value < 0 || value > 255) return false
      this.#data[i] = value
    }
    // The format does not say how long an identifier is.
    const flags = (id > 0x7ff ? frameFlag.extended : 0) | (sent ? frameFlag.sent : 0)
    builder.add(timeMs * 1e6, this.#list.indexOf('CAN', 1, line.offset), id, flags, this.#data, 0, length)
    return true
  }
}

async function openMicrochip(source: ByteSource): Promise<TextRecording> {
  const lines = new LineReader(feedRange(source, 0, source.size))
  let origin: Instant = { epochMs: 0, nanos: 0 }
  while (lines.next() || (await lines.more())) {
    const line = latin1(lines.bytes, lines.start, lines.end)
    if (/^\d/.test(line)) {
      lines.back()
      break
    }
    const date = /^Logging Started: ?(\d+)\/(\d+)\/(\d{4}) (\d+):(\d+):(\d+)/.exec(line)
    if (!date) continue
    const [day, month, year, hour, minute, second] = date.slice(1).map(Number)
    origin = { epochMs: Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second), nanos: 0 }
  }
  const grammar = new MicrochipGrammar()
  return { origin, buses: grammar.buses, blocks: readFrameLines(lines, grammar), finalized: () => true }
}

/** The log of Microchip's CAN BUS Analyzer, in milliseconds since the start. Facts: SavvyCAN's reader and writer. */
export const microchip: Format = {
  id: 'microchip',
  name: 'Microchip CAN BUS Analyzer log',
  extensions: ['log', 'can'],
  abilities: {
    busKinds: ['CAN'],
    fd: false,
    remoteFrames: false,
    errorFrames: false,
    channels: false,
    absoluteTime: true,
    timeStepNs: 1_000_000,
    signals: false,
    attachments: false,
  },
  detect: (head) => mark.test(latin1(head.subarray(0, 256))),
  ...textReading('microchip', openMicrochip),
}
