import type { Format } from './format.ts'
import { mf4 } from './mf4.ts'
import { readMf4Attachments } from './mf4/attachments.ts'
import { readMf4Events } from './mf4/events.ts'
import { readMf4Signals } from './mf4/signal-reader.ts'
import { isGenericFile, unpackedSource } from './mfc/unpacked-source.ts'

/** MDF 4 as CANedge loggers compress it (.MFC). Encrypted files (.MFE, .MFM) are told apart and refused. */
export const mfc: Format = {
  id: 'mfc',
  name: 'CANedge compressed MDF 4',
  extensions: ['mfe', 'mfm'],
  abilities: mf4.abilities,
  detect: isGenericFile,
  async readHeader(source) {
    return { ...(await mf4.readHeader(await unpackedSource(source))), format: 'mfc' }
  },
  async readFrames(source, order) {
    return mf4.readFrames(await unpackedSource(source), order)
  },
  readSignals: async (source) => readMf4Signals(await unpackedSource(source)),
  readAttachments: async (source) => readMf4Attachments(await unpackedSource(source)),
  readEvents: async (source) => readMf4Events(await unpackedSource(source)),
}
