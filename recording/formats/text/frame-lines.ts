import { FrameBlockBuilder, type FrameBlock, type FrameStream } from '../../frames.ts'
import { HeaderTally, tallyFrames } from '../../header.ts'
import { DamagedBlock, ShortRead } from '../../recording-error.ts'
import type { ByteSource } from '../../byte-source.ts'
import type { Format } from '../format.ts'
import type { LineReader } from './line-reader.ts'

/** What the lines of a text log mean. */
export interface LineGrammar {
  /** Reads the line at hand, and adds its frame if it has one. False when the line contradicts the format. */
  read(line: LineReader, builder: FrameBlockBuilder): boolean
}

/** A text log that was opened. */
export interface TextRecording extends FrameStream {
  /** False when the end mark that the beginning promises is missing; known after the last block. */
  finalized(): boolean
}

/**
 * The frames of the lines that follow. A line that contradicts the format ends the reading: DamagedBlock,
 * or ShortRead when it is the last one and its line end is missing.
 */
export async function* readFrameLines(lines: LineReader, grammar: LineGrammar): AsyncGenerator<FrameBlock> {
  const builder = new FrameBlockBuilder()
  let failure: unknown
  try {
    while (lines.next() || (await lines.more())) {
      if (!grammar.read(lines, builder)) throw unreadable(lines)
      if (builder.full) yield builder.take()
    }
  } catch (error) {
    failure = error
  }
  // What was read before a failure still counts.
  if (builder.count > 0) yield builder.take()
  if (failure !== undefined) throw failure
}

function unreadable(lines: LineReader): Error {
  const length = lines.end - lines.start
  if (!lines.ended) return new ShortRead('The last line', lines.offset, length + 1, length)
  return new DamagedBlock('A line that is neither a frame nor anything else that the format knows', lines.offset)
}

/** The reading half of a text format. The files are logs, so their order is the order of time. */
export function textReading(
  id: string,
  open: (source: ByteSource) => Promise<TextRecording>,
): Pick<Format, 'readHeader' | 'readFrames'> {
  return {
    readFrames: open,
    async readHeader(source) {
      const recording = await open(source)
      const tally = new HeaderTally()
      const problem = await tallyFrames(recording, tally)
      return {
        format: id,
        version: recording.version ?? '',
        ...tally.summary(recording.origin, recording.buses),
        finalized: recording.finalized(),
        ...(problem && { problem }),
      }
    },
  }
}
