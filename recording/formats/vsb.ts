import { HeaderTally, tallyFrames } from '../header.ts'
import type { Format } from './format.ts'
import { openVsb } from './vsb/reader.ts'
import { magic } from './vsb/records.ts'

/** Vehicle Spy binary: 64-byte records of one logger's networks. */
export const vsb: Format = {
  id: 'vsb',
  name: 'Vehicle Spy binary',
  extensions: [],
  abilities: {
    busKinds: ['CAN', 'LIN', 'FlexRay', 'Ethernet', 'MOST', 'other'],
    fd: true,
    remoteFrames: true,
    errorFrames: true,
    channels: true,
    absoluteTime: true,
    timeStepNs: 25,
    signals: false,
    attachments: false,
  },
  detect: (head) => head.length >= magic.length && [...magic].every((letter, i) => head[i] === letter.charCodeAt(0)),
  readFrames: (source, order) => openVsb(source, order),
  async readHeader(source) {
    const stream = await openVsb(source, { order: 'file', reuse: true })
    const tally = new HeaderTally()
    const problem = await tallyFrames(stream, tally)
    return {
      format: 'vsb',
      version: stream.version,
      ...tally.summary(stream.origin, stream.buses),
      finalized: true,
      ...(problem && { problem }),
    }
  },
}
