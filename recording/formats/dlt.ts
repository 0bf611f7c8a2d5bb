import { UnsupportedFeature } from '../recording-error.ts'
import type { Format } from './format.ts'

const refuse = async (): Promise<never> => {
  throw new UnsupportedFeature(
    'A DLT log (AUTOSAR Diagnostic Log and Trace), which holds messages of software and no bus frames,',
    0,
  )
}

/** AUTOSAR Diagnostic Log and Trace: known, so that it is refused by its name instead of as nothing known. */
export const dlt: Format = {
  id: 'dlt',
  name: 'AUTOSAR DLT log',
  extensions: [],
  abilities: {
    busKinds: [],
    fd: false,
    remoteFrames: false,
    errorFrames: false,
    channels: false,
    absoluteTime: true,
    timeStepNs: 1000,
    signals: false,
    attachments: false,
  },
  // "DLT" and 1 open the storage header (AUTOSAR PRS_LogAndTraceProtocol, 5.2).
  detect: (head) => head[0] === 0x44 && head[1] === 0x4c && head[2] === 0x54 && head[3] === 0x01,
  readHeader: refuse,
  readFrames: refuse,
}
