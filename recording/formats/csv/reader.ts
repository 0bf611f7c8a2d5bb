import { feedRange } from '../../byte-feed.ts'
import type { ByteSource } from '../../byte-source.ts'
import type { Bus, FrameBlockBuilder } from '../../frames.ts'
import { readFrameLines, type TextRecording } from '../text/frame-lines.ts'
import { LineReader } from '../text/line-reader.ts'
import { Decimal } from '../text/numbers.ts'
import { SecondClock } from '../text/second-clock.ts'
import { headBytes } from '../format.ts'
import { Cells, columnNames } from './cells.ts'

/** What the rows of a table of frames mean. */
export interface RowGrammar {
  readonly buses: readonly Bus[]
  /** Takes the row's time in seconds into `time`; false when it has none that can be read. */
  time(cells: Cells, time: Decimal): boolean
  /** Adds the row's frame; false when the row contradicts the format. */
  frame(cells: Cells, timeNs: number, offset: number, builder: FrameBlockBuilder): boolean
}

/** Opens a text of one line of column names and one line per frame. */
export async function openRows(
  source: ByteSource,
  separator: ',' | ';',
  grammarOf: (columns: readonly string[]) => RowGrammar,
): Promise<TextRecording> {
  const head = await source.read(0, Math.min(headBytes, source.size))
  const grammar = grammarOf(columnNames(head, separator))
  const lines = new LineReader(feedRange(source, 0, source.size))
  const cells = new Cells(separator.charCodeAt(0))
  const time = new Decimal()
  let first: Decimal | null = null
  const hasNames = lines.next() || (await lines.more())
  if (hasNames && (lines.next() || (await lines.more()))) {
    if (cells.split(lines) && grammar.time(cells, time)) first = time
    lines.back()
  }
  const clock = new SecondClock(first)
  return {
    origin: clock.origin,
    buses: grammar.buses,
    finalized: () => true,
    blocks: readFrameLines(lines, {
      read(line, builder) {
        if (line.start === line.end) return true
        if (!cells.split(line) || !grammar.time(cells, time)) return false
        return grammar.frame(cells, clock.nanoseconds(time), line.offset, builder)
      },
    }),
  }
}
