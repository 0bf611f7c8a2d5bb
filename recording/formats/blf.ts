import { HeaderTally, tallyFrames } from '../header.ts'
import { openBlf, readBlfEvents } from './blf/reader.ts'
import { fileSignature } from './blf/layout.ts'
import { BlfWriter } from './blf/writer.ts'
import type { Format, FormatAbilities, FrameFormat } from './format.ts'

const abilities: FormatAbilities = {
  busKinds: ['CAN', 'LIN', 'FlexRay', 'Ethernet'],
  fd: true,
  remoteFrames: true,
  errorFrames: true,
  channels: true,
  absoluteTime: true,
  timeStepNs: 1,
  signals: false,
  attachments: false,
}

/** Binary logging format of Vector's tools. */
export const blf: Format = {
  id: 'blf',
  name: 'Vector binary log',
  extensions: [],
  abilities,
  detect: (head) => [...fileSignature].every((letter, i) => head[i] === letter.charCodeAt(0)),
  readFrames: (source, order) => openBlf(source, order),
  readEvents: readBlfEvents,
  async readHeader(source) {
    const stream = await openBlf(source, { order: 'file', reuse: true })
    const tally = new HeaderTally()
    const problem = await tallyFrames(stream, tally)
    return {
      format: 'blf',
      version: stream.header.version,
      ...tally.summary(stream.origin, stream.buses),
      finalized: stream.header.finalized,
      ...(problem && { problem }),
    }
  },
}

/** The same format, written. */
export const blfWriter: FrameFormat = { id: 'blf', name: blf.name, abilities, open: (sink) => new BlfWriter(sink) }
