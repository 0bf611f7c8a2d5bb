import { BusList } from '../../bus-list.ts'
import { feedRange } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import { readFrameLines, type TextRecording } from '../text/frame-lines.ts'
import { LineReader } from '../text/line-reader.ts'
import { AscClock } from './clock.ts'
import { AscGrammar } from './grammar.ts'
import { readAscPreamble } from './preamble.ts'

/** Opens an ASC file. Without a date its times count from 1970-01-01. */
export async function openAsc(source: ByteSource): Promise<TextRecording> {
  const lines = new LineReader(feedRange(source, 0, source.size))
  const preamble = await readAscPreamble(lines)
  const origin = preamble.origin ?? { epochMs: 0, nanos: 0 }
  const buses = new BusList()
  const grammar = new AscGrammar(preamble.base, new AscClock(origin, preamble.relative), buses, preamble.inBlock)
  return {
    origin,
    buses: buses.buses,
    ...(preamble.version && { version: preamble.version }),
    blocks: readFrameLines(lines, grammar),
    finalized: () => !grammar.inBlock,
  }
}
