import type { Format } from './format.ts'
import { mf4 } from './mf4.ts'
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
}
