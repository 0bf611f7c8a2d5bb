import { openAsc } from './asc/reader.ts'
import { looksLikeAsc } from './asc/preamble.ts'
import { AscWriter } from './asc/writer.ts'
import type { Format, FormatAbilities, FrameFormat } from './format.ts'
import { textReading } from './text/frame-lines.ts'

const abilities: FormatAbilities = {
  busKinds: ['CAN', 'LIN'],
  fd: true,
  remoteFrames: true,
  errorFrames: true,
  channels: true,
  absoluteTime: true,
  timeStepNs: 1000,
  signals: false,
  attachments: false,
}

/** Vector's text log. Facts: python-can's reader, Vector's published examples in Tobias Lorenz' vector_asc. */
export const asc: Format = {
  id: 'asc',
  name: 'Vector ASC',
  extensions: [],
  abilities,
  detect: looksLikeAsc,
  ...textReading('asc', openAsc),
}

export const ascWriter: FrameFormat = { id: 'asc', name: 'Vector ASC', abilities, open: (sink) => new AscWriter(sink, abilities) }
