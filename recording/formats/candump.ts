import { feedRange } from '../byte-feed.ts'
import type { ByteSource } from '../byte-source.ts'
import { UnsupportedFeature } from '../recording-error.ts'
import { CandumpGrammar } from './candump/grammar.ts'
import { takeStamp } from './candump/stamp.ts'
import type { Format } from './format.ts'
import { readFrameLines, textReading, type TextRecording } from './text/frame-lines.ts'
import { LineReader } from './text/line-reader.ts'
import { Decimal } from './text/numbers.ts'
import { SecondClock } from './text/second-clock.ts'
import { latin1, Tokens } from './text/tokens.ts'

const stamp = String.raw`\((?:\d+\.\d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\)`
const compactLine = new RegExp(String.raw`^${stamp}\s+[\w.-]{1,15}\s+[0-9A-Fa-f]{3,8}#`)
const screenLine = new RegExp(
  String.raw`^\s*(?:${stamp}\s+)?[\w.-]{1,15}\s+(?:[RT]X [B-] [E-]\s+)?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{8})\s+\[\d{1,2}\](?:\s|$)`,
)

async function openCandump(source: ByteSource): Promise<TextRecording> {
  const lines = new LineReader(feedRange(source, 0, source.size))
  const first = new Decimal()
  let timed = false
  while (!timed && (lines.next() || (await lines.more()))) {
    const tokens = new Tokens()
    tokens.open(lines.bytes, lines.start, lines.end)
    if (!tokens.next()) continue
    tokens.open(lines.bytes, lines.start, lines.end)
    timed = takeStamp(tokens, first)
    if (!timed) throw new UnsupportedFeature('Output of candump without times (record with candump -l)', lines.offset)
    lines.back()
  }
  const clock = new SecondClock(timed ? first : null)
  const grammar = new CandumpGrammar(clock)
  return {
    origin: clock.origin,
    buses: grammar.interfaces.buses,
    blocks: readFrameLines(lines, grammar),
    finalized: () => true,
  }
}

/** can-utils' candump: its log (`-l`, `-L`) and its screen output with times. Facts: can-utils' lib.h and python-can's reader. */
export const candump: Format = {
  id: 'candump',
  name: 'candump log',
  extensions: ['log'],
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
  detect(head) {
    const line = /^\s*(\S.*?)\r?$/m.exec(latin1(head.subarray(0, 512)))?.[0] ?? ''
    return compactLine.test(line.trimStart()) || screenLine.test(line)
  },
  ...textReading('candump', openCandump),
}
