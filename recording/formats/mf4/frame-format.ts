import type { FrameFormat } from '../format.ts'
import { Mf4FrameWriter, type Mf4WriterOptions } from './frame-writer.ts'

/** MDF 4 bus logging, written; with `compress` its data are deflated. */
export function mf4FrameFormat(options: Mf4WriterOptions = {}): FrameFormat {
  return {
    id: 'mf4',
    name: 'ASAM MDF 4',
    abilities: {
      busKinds: ['CAN', 'LIN'],
      fd: true,
      remoteFrames: true,
      errorFrames: true,
      channels: true,
      absoluteTime: true,
      timeStepNs: 1,
      signals: false,
      attachments: false,
    },
    open: (sink) => new Mf4FrameWriter(sink, options),
  }
}

export const mf4Writer: FrameFormat = mf4FrameFormat()
