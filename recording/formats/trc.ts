import { BusList } from '../bus-list.ts'
import { feedRange } from '../byte-feed.ts'
import type { ByteSource } from '../byte-source.ts'
import type { Format } from './format.ts'
import { readFrameLines, textReading, type TextRecording } from './text/frame-lines.ts'
import { LineReader } from './text/line-reader.ts'
import { TrcGrammar } from './trc/grammar.ts'
import { looksLikeTrc, readTrcPreamble } from './trc/preamble.ts'

async function openTrc(source: ByteSource): Promise<TextRecording> {
  const lines = new LineReader(feedRange(source, 0, source.size))
  const { version, origin, columns } = await readTrcPreamble(lines)
  const buses = new BusList()
  const grammar = new TrcGrammar({ version, origin, columns }, buses)
  return { origin, buses: buses.buses, version, blocks: readFrameLines(lines, grammar), finalized: () => true }
}

/** PEAK's text trace, versions 1.0 to 1.3, 2.0 and 2.1. Facts: "PEAK CAN TRC File Format" (PEAK-System, 2020) and python-can's reader. */
export const trc: Format = {
  id: 'trc',
  name: 'PEAK trace',
  extensions: [],
  abilities: {
    busKinds: ['CAN'],
    fd: true,
    remoteFrames: true,
    errorFrames: true,
    channels: true,
    absoluteTime: true,
    timeStepNs: 1000,
    signals: false,
    attachments: false,
  },
  detect: looksLikeTrc,
  ...textReading('trc', openTrc),
}
