import type { Instant } from '../../instant.ts'
import { latin1 } from '../text/tokens.ts'
import type { LineReader } from '../text/line-reader.ts'
import { ascDate } from './date.ts'

/** What stands before the first event of an ASC file. */
export interface AscPreamble {
  /** Base of identifiers and data. */
  base: 10 | 16
  /** Times count from the line before. */
  relative: boolean
  /** Of the program that wrote it: `9.0.0`; empty when the file does not say. */
  version: string
  /** Zero of the times: the first trigger block's date, or the header's. */
  origin: Instant | null
  inBlock: boolean
}

const basePattern = /^base\s+(hex|dec)(?:\s+timestamps\s+(absolute|relative))?/i

/** Reads until the first line with a time, which is the reader's next line afterwards. */
export async function readAscPreamble(lines: LineReader): Promise<AscPreamble> {
  const preamble: AscPreamble = { base: 16, relative: false, version: '', origin: null, inBlock: false }
  while (lines.next() || (await lines.more())) {
    const line = latin1(lines.bytes, lines.start, lines.end).trim()
    if (/^\d/.test(line)) {
      lines.back()
      break
    }
    const base = basePattern.exec(line)
    if (base) {
      preamble.base = base[1]?.toLowerCase() === 'dec' ? 10 : 16
      preamble.relative = base[2]?.toLowerCase() === 'relative'
    } else if (/^date\s/i.test(line)) preamble.origin = ascDate(line.slice(5))
    else if (/^begin\s+triggerblock/i.test(line)) {
      preamble.origin = ascDate(line) ?? preamble.origin
      preamble.inBlock = true
    } else if (/^end\s+triggerblock/i.test(line)) preamble.inBlock = false
    else preamble.version ||= /^\/\/\s*version\s+(\S+)/i.exec(line)?.[1] ?? ''
  }
  return preamble
}

/** True for the head of an ASC file: `date` or comment lines, then the `base` line; one without `timestamps` needs the date. */
export function looksLikeAsc(head: Uint8Array): boolean {
  let dated = false
  for (const line of latin1(head).split(/\r?\n/, 20)) {
    const base = /^\s*base\s+(?:hex|dec)(\s+timestamps\s+(?:absolute|relative))?\s*$/i.exec(line)
    if (base) return dated || base[1] !== undefined
    const known = /^(?:\u00ef\u00bb\u00bf)?\s*(date\s|\/\/|$)/i.exec(line)
    if (!known) return false
    dated ||= known[1]?.startsWith('d') ?? false
  }
  return false
}
