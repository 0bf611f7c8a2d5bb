import { BusList } from '../bus-list.ts'
import { frameFlag, type FrameBlockBuilder } from '../frames.ts'
import { columnNames, type Cells } from './csv/cells.ts'
import { openRows, type RowGrammar } from './csv/reader.ts'
import type { Format } from './format.ts'
import { textReading } from './text/frame-lines.ts'
import { readHexRun } from './text/hex-run.ts'
import { decimal, hexadecimal, type Decimal } from './text/numbers.ts'

const required = ['TimestampEpoch', 'BusChannel', 'ID', 'DataLength', 'DataBytes']
const flagColumns = [
  ['IDE', frameFlag.extended],
  ['Dir', frameFlag.sent],
  ['EDL', frameFlag.fd],
  ['BRS', frameFlag.bitRateSwitch],
  ['ESI', frameFlag.errorState],
  ['RTR', frameFlag.remote],
] as const

/** Rows of `TimestampEpoch;BusChannel;ID;[IDE;DLC;]DataLength;Dir;[EDL;BRS;ESI;RTR;]DataBytes`; without IDE they are LIN. */
class CssRows implements RowGrammar {
  #list = new BusList()
  #column: Readonly<Record<string, number>>
  #kind: 'CAN' | 'LIN'
  #flags: readonly (readonly [cell: number, flag: number])[]
  #data = new Uint8Array(64)
  readonly buses = this.#list.buses

  constructor(columns: readonly string[]) {
    this.#column = Object.fromEntries(columns.map((name, i) => [name, i]))
    this.#kind = columns.includes('IDE') ? 'CAN' : 'LIN'
    this.#flags = flagColumns.filter(([name]) => columns.includes(name)).map(([name, flag]) => [columns.indexOf(name), flag])
  }

  time(cells: Cells, time: Decimal): boolean {
    const cell = this.#column['TimestampEpoch'] ?? 0
    return time.read(cells.bytes, cells.start(cell), cells.end(cell))
  }

  frame(cells: Cells, timeNs: number, offset: number, builder: FrameBlockBuilder): boolean {
    const { BusChannel = 0, ID = 0, DataLength = 0, DataBytes = 0, DLC } = this.#column
    if (cells.count <= DataBytes) return false
    let flags = 0
    for (const [cell, flag] of this.#flags) {
      if (cells.is(cell, '1')) flags |= flag
      else if (!cells.is(cell, '0')) return false
    }
    const channel = decimal(cells.bytes, cells.start(BusChannel), cells.end(BusChannel))
    const id = hexadecimal(cells.bytes, cells.start(ID), cells.end(ID))
    let length = decimal(cells.bytes, cells.start(DataLength), cells.end(DataLength))
    const count = readHexRun(cells.bytes, cells.start(DataBytes), cells.end(DataBytes), this.#data)
    if (channel < 0 || id < 0 || id > 0x1fff_ffff || length < 0 || count !== length) return false
    if (flags & frameFlag.remote && DLC !== undefined) {
      // A remote frame keeps the length that it asks for.
      length = Math.min(8, decimal(cells.bytes, cells.start(DLC), cells.end(DLC)))
      if (length < 0) return false
      this.#data.fill(0, 0, length)
    }
    builder.add(timeNs, this.#list.indexOf(this.#kind, channel, offset), id, flags, this.#data, 0, length)
    return true
  }
}

/** The tables that CSS Electronics' mdf2csv writes for CAN and for LIN. Facts: the converters' system tests. */
export const cssCsv: Format = {
  id: 'css-csv',
  name: 'CSS Electronics CSV',
  extensions: ['csv'],
  abilities: {
    busKinds: ['CAN', 'LIN'],
    fd: true,
    remoteFrames: true,
    errorFrames: false,
    channels: true,
    absoluteTime: true,
    timeStepNs: 1000,
    signals: false,
    attachments: false,
  },
  detect(head) {
    const names = columnNames(head, ';')
    return required.every((name) => names.includes(name))
  },
  ...textReading('css-csv', (source) => openRows(source, ';', (columns) => new CssRows(columns))),
}
