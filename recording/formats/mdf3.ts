import { HeaderTally, tallyFrames } from '../header.ts'
import { RecordingError, type RecordingProblem } from '../recording-error.ts'
import type { Format } from './format.ts'
import { readMdf3Events } from './mdf3/events.ts'
import { readMdf3Frames } from './mdf3/frames.ts'
import { isMdf3 } from './mdf3/identification.ts'
import { openMdf3, readMdf3Signals } from './mdf3/signal-reader.ts'
import { versionText } from './mf4/identification.ts'

/** ASAM MDF 3 (and 2.1): signals, and bus logging where a writer put it. */
export const mdf3: Format = {
  id: 'mdf3',
  name: 'ASAM MDF 3',
  extensions: ['dat', 'mdf'],
  abilities: {
    busKinds: ['CAN', 'LIN'],
    fd: true,
    remoteFrames: true,
    errorFrames: true,
    channels: true,
    absoluteTime: true,
    timeStepNs: 1,
    signals: true,
    attachments: false,
  },
  detect: isMdf3,
  readFrames: readMdf3Frames,
  readSignals: readMdf3Signals,
  readEvents: readMdf3Events,
  async readHeader(source) {
    const tally = new HeaderTally()
    const { identification } = await openMdf3(source)
    const stream = await readMdf3Signals(source)
    tally.signalCount = stream.groups.reduce((sum, group) => sum + group.signals.length, 0)
    let problem: RecordingProblem | undefined
    try {
      for await (const { count, timeNs } of stream.blocks) {
        tally.sampleCount += count
        for (const time of timeNs) tally.addTime(time)
      }
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error
      problem = error.toProblem()
    }
    const frames = await readMdf3Frames(source)
    const frameProblem = await tallyFrames(frames, tally)
    problem ??= frameProblem
    return {
      format: 'mdf3',
      version: versionText(identification.versionNumber),
      ...tally.summary(stream.origin, frames.buses),
      finalized: identification.finalized,
      ...(problem && { problem }),
    }
  },
}
