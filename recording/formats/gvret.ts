import { BusList } from '../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../frames.ts'
import { columnNames, type Cells } from './csv/cells.ts'
import { openRows, type RowGrammar } from './csv/reader.ts'
import type { Format } from './format.ts'
import { textReading } from './text/frame-lines.ts'
import { decimal, hexadecimal, type Decimal } from './text/numbers.ts'

const required = ['Time Stamp', 'ID', 'Extended', 'Bus', 'LEN', 'D1']

/** Rows of `Time Stamp,ID,Extended,[Dir,]Bus,LEN,D1,...`: times in whole microseconds, identifiers and data hexadecimal. */
class GvretRows implements RowGrammar {
  #list = new BusList()
  #column: Readonly<Record<string, number>>
  #data = new Uint8Array(64)
  readonly buses = this.#list.buses

  constructor(columns: readonly string[]) {
    this.#column = Object.fromEntries(columns.map((name, i) => [name, i]))
  }

  time(cells: Cells, time: Decimal): boolean {
    const cell = this.#column['Time Stamp'] ?? 0
    const micros = decimal(cells.bytes, cells.start(cell), cells.end(cell))
    if (micros < 0) return false
    time.whole = Math.floor(micros / 1e6)
    time.billionths = (micros % 1e6) * 1000
    return true
  }

  frame(cells: Cells, timeNs: number, offset: number, builder: FrameBlockBuilder): boolean {
    const { ID = 0, Extended = 0, Dir, Bus = 0, LEN = 0, D1 = 0 } = this.#column
    const id = hexadecimal(cells.bytes, cells.start(ID), cells.end(ID))
    const channel = decimal(cells.bytes, cells.start(Bus), cells.end(Bus))
    const length = decimal(cells.bytes, cells.start(LEN), cells.end(LEN))
    if (id < 0 || id > 0x1fff_ffff || channel < 0 || length < 0 || length > 64 || D1 + length > cells.count) return false
    for (let i = 0; i < length; i++) {
      const value = hexadecimal(cells.bytes, cells.start(D1 + i), cells.end(D1 + i))
      if (value < 0 || value > 255) return false
      this.#data[i] = value
    }
    const extended = cells.is(Extended, 'true') || cells.is(Extended, '1')
    if (!extended && !cells.is(Extended, 'false') && !cells.is(Extended, '0')) return false
    const sent = Dir !== undefined && cells.is(Dir, 'Tx')
    const flags = (extended ? frameFlag.extended : 0) | (sent ? frameFlag.sent : 0) | (length > 8 ? frameFlag.fd : 0)
    builder.add(timeNs, this.#list.indexOf('CAN', channel, offset), id, flags, this.#data, 0, length)
    return true
  }
}

/** The table that SavvyCAN and GVRET loggers write. Facts: SavvyCAN's documentation and example. Times count from the logger's start, unless it has a clock. */
export const gvret: Format = {
  id: 'gvret',
  name: 'GVRET CSV (SavvyCAN)',
  extensions: ['csv'],
  abilities: {
    busKinds: ['CAN'],
    fd: true,
    remoteFrames: false,
    errorFrames: false,
    channels: true,
    absoluteTime: false,
    timeStepNs: 1000,
    signals: false,
    attachments: false,
  },
  detect(head) {
    const names = columnNames(head, ',')
    return required.every((name) => names.includes(name))
  },
  ...textReading('gvret', (source) => openRows(source, ',', (columns) => new GvretRows(columns))),
}
