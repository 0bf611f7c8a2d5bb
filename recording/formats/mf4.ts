import { HeaderTally, tallyFrames } from '../header.ts'
import type { Format } from './format.ts'
import { readMf4Attachments } from './mf4/attachments.ts'
import { readMf4Events } from './mf4/events.ts'
import { isMdf4, versionText } from './mf4/identification.ts'
import { openMf4 } from './mf4/reader.ts'
import { readMf4Signals } from './mf4/signal-reader.ts'

/** ASAM MDF 4: bus logging and signals. */
export const mf4: Format = {
  id: 'mf4',
  name: 'ASAM MDF 4',
  extensions: ['mdf'],
  abilities: {
    busKinds: ['CAN', 'LIN', 'FlexRay', 'Ethernet', 'MOST'],
    fd: true,
    remoteFrames: true,
    errorFrames: true,
    channels: true,
    absoluteTime: true,
    timeStepNs: 1,
    signals: true,
    attachments: true,
  },
  detect: isMdf4,
  readFrames: (source, order) => openMf4(source, order),
  readSignals: readMf4Signals,
  readAttachments: readMf4Attachments,
  readEvents: readMf4Events,
  async readHeader(source) {
    const tally = new HeaderTally()
    const stream = await openMf4(
      source,
      { order: 'file', reuse: true },
      {
        group: (signals) => (tally.signalCount += signals),
        samples: (count, firstNs, lastNs) => {
          tally.sampleCount += count
          if (firstNs !== null) tally.addTime(firstNs)
          if (lastNs !== null) tally.addTime(lastNs)
        },
      },
    )
    const problem = await tallyFrames(stream, tally)
    return {
      format: 'mf4',
      version: versionText(stream.identification.versionNumber),
      ...tally.summary(stream.origin, stream.buses),
      finalized: stream.identification.finalized,
      ...(problem && { problem }),
    }
  },
}
