import { HeaderTally, tallyFrames } from '../header.ts'
import type { Format, FormatAbilities, FrameFormat } from './format.ts'
import { hasMessageTable, openMessages } from './sqlite/messages.ts'
import { SqliteWriter } from './sqlite/writer.ts'

const abilities: FormatAbilities = {
  busKinds: ['CAN'],
  fd: false,
  remoteFrames: true,
  errorFrames: true,
  channels: false,
  absoluteTime: true,
  // Times are doubles of seconds since 1970, whose step is 240 ns today.
  timeStepNs: 1000,
  signals: false,
  attachments: false,
}

/** python-can's SQLite database: one table of CAN frames. Other databases are no recordings. */
export const sqlite: Format = {
  id: 'sqlite',
  name: 'python-can SQLite database',
  extensions: ['db', 'db3'],
  abilities,
  detect: hasMessageTable,
  readFrames: openMessages,
  async readHeader(source) {
    const stream = await openMessages(source)
    const tally = new HeaderTally()
    const problem = await tallyFrames(stream, tally)
    return {
      format: 'sqlite',
      version: stream.version,
      ...tally.summary(stream.origin, stream.buses),
      finalized: true,
      ...(problem && { problem }),
    }
  },
}

/** The same table, written: buses are not told apart, and CAN FD frames lose their marks. */
export const sqliteWriter: FrameFormat = {
  id: 'sqlite',
  name: sqlite.name,
  abilities,
  open: (sink) => new SqliteWriter(sink),
}
