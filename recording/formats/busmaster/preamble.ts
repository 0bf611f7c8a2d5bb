import type { Instant } from '../../instant.ts'
import { UnsupportedFeature } from '../../recording-error.ts'
import type { LineReader } from '../text/line-reader.ts'
import { latin1 } from '../text/tokens.ts'

/** What the `***...***` lines at the beginning say. */
export interface BusmasterPreamble {
  version: string
  base: 10 | 16
  /** What times are: of day, since the start, or since the frame before. */
  mode: 'system' | 'absolute' | 'relative'
  /** The start's date and time; midnight of 1970-01-01 when the file has none. */
  start: Instant
}

export const busmasterMark = '***BUSMASTER Ver '
const star = 0x2a

/** Reads until the first line of a frame. Throws UnsupportedFeature for logs of other buses than CAN. */
export async function readBusmasterPreamble(lines: LineReader): Promise<BusmasterPreamble> {
  const preamble: BusmasterPreamble = { version: '', base: 16, mode: 'system', start: { epochMs: 0, nanos: 0 } }
  while (lines.next() || (await lines.more())) {
    if (lines.end > lines.start && lines.bytes[lines.start] !== star) {
      lines.back()
      break
    }
    const line = latin1(lines.bytes, lines.start, lines.end)
    const protocol = /^\*\*\*PROTOCOL (.+)\*\*\*/.exec(line)?.[1]
    if (protocol !== undefined && protocol !== 'CAN') throw new UnsupportedFeature(`A BUSMASTER log of ${protocol}`, lines.offset)
    preamble.version ||= /^\*\*\*BUSMASTER Ver ([\d.]+)/.exec(line)?.[1] ?? ''
    if (line.startsWith('***DEC***')) preamble.base = 10
    const mode = /^\*\*\*(SYSTEM|ABSOLUTE|RELATIVE) MODE\*\*\*/.exec(line)?.[1]
    if (mode === 'SYSTEM') preamble.mode = 'system'
    else if (mode === 'ABSOLUTE') preamble.mode = 'absolute'
    else if (mode === 'RELATIVE') preamble.mode = 'relative'
    const date = /^\*\*\*START DATE AND TIME (\d+):(\d+):(\d{4}) (\d+):(\d+):(\d+):(\d+)/.exec(line)
    if (date) {
      const [day, month, year, hour, minute, second, ms] = date.slice(1).map(Number)
      preamble.start = { epochMs: Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms), nanos: 0 }
    }
  }
  return preamble
}
