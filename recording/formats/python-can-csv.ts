import { columnNames } from './csv/cells.ts'
import { openRows } from './csv/reader.ts'
import type { Format, FormatAbilities, FrameFormat } from './format.ts'
import { columnLine, PythonCanRows } from './python-can-csv/rows.ts'
import { PythonCanCsvWriter } from './python-can-csv/writer.ts'
import { textReading } from './text/frame-lines.ts'

const abilities: FormatAbilities = {
  busKinds: ['CAN'],
  fd: false,
  remoteFrames: true,
  errorFrames: true,
  channels: false,
  absoluteTime: true,
  // python-can's own times are doubles of seconds since 1970, exact to a quarter of a microsecond.
  timeStepNs: 1000,
  signals: false,
  attachments: false,
}

/** The table that python-can writes and reads (can.io.csv of python-can 4). It keeps neither channel nor direction. */
export const pythonCanCsv: Format = {
  id: 'python-can-csv',
  name: 'python-can CSV',
  extensions: ['csv'],
  abilities,
  detect: (head) => columnNames(head, ',').join(',') === columnLine,
  ...textReading('python-can-csv', (source) => openRows(source, ',', () => new PythonCanRows())),
}

export const pythonCanCsvWriter: FrameFormat = {
  id: 'python-can-csv',
  name: 'python-can CSV',
  abilities,
  open: (sink) => new PythonCanCsvWriter(sink, abilities),
}
