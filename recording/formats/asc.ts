import { openAsc } from './asc/reader.ts'
import { looksLikeAsc } from './asc/preamble.ts'
import type { Format, FormatAbilities } from './format.ts'
import { textReading } from './text/frame-lines.ts'

export const ascAbilities: FormatAbilities = {
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
  abilities: ascAbilities,
  detect: looksLikeAsc,
  ...textReading('asc', openAsc),
}
