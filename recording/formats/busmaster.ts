import { feedRange } from '../byte-feed.ts'
import type { ByteSource } from '../byte-source.ts'
import { BusmasterGrammar } from './busmaster/grammar.ts'
import { busmasterMark, readBusmasterPreamble } from './busmaster/preamble.ts'
import type { Format } from './format.ts'
import { readFrameLines, textReading, type TextRecording } from './text/frame-lines.ts'
import { LineReader } from './text/line-reader.ts'
import { latin1 } from './text/tokens.ts'

const dayMs = 86_400_000

async function openBusmaster(source: ByteSource): Promise<TextRecording> {
  const lines = new LineReader(feedRange(source, 0, source.size))
  const preamble = await readBusmasterPreamble(lines)
  const { epochMs } = preamble.start
  const grammar = new BusmasterGrammar(preamble)
  return {
    // Times of day count from midnight of the start's day; local time without a zone, taken as UTC.
    origin: { epochMs: preamble.mode === 'system' ? epochMs - (((epochMs % dayMs) + dayMs) % dayMs) : epochMs, nanos: 0 },
    buses: grammar.buses,
    ...(preamble.version && { version: preamble.version }),
    blocks: readFrameLines(lines, grammar),
    finalized: () => true,
  }
}

/** BUSMASTER's log of classic CAN. Facts: SavvyCAN's example, BUSMASTER's documentation. */
export const busmaster: Format = {
  id: 'busmaster',
  name: 'BUSMASTER log',
  extensions: ['log'],
  abilities: {
    busKinds: ['CAN'],
    fd: false,
    remoteFrames: true,
    errorFrames: false,
    channels: true,
    absoluteTime: true,
    timeStepNs: 100_000,
    signals: false,
    attachments: false,
  },
  detect: (head) => latin1(head.subarray(0, 64)).trimStart().startsWith(busmasterMark),
  ...textReading('busmaster', openBusmaster),
}
