import type { Instant } from '../../instant.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import type { LineReader } from '../text/line-reader.ts'
import { latin1 } from '../text/tokens.ts'

/** What stands before the first message of a TRC file. */
export interface TrcPreamble {
  version: string
  origin: Instant
  /** One letter per word of a message line, as `$COLUMNS` writes them; versions 1.x in the same letters. */
  columns: readonly string[]
}

/** `X` is a word that holds type and direction at once; `R` is reserved. */
const columnsOfVersion: Readonly<Record<string, string>> = {
  '1.0': 'NOILD',
  '1.1': 'NOXILD',
  '1.2': 'NOBXILD',
  '1.3': 'NOBXIRLD',
}
const daysTo1970 = 25_569
const dayMs = 86_400_000
const semicolon = 0x3b

/** Reads the `;` lines at the beginning. Throws UnsupportedFeature for versions that are not 1.0 to 1.3, 2.0 or 2.1. */
export async function readTrcPreamble(lines: LineReader): Promise<TrcPreamble> {
  let version = '1.0'
  let versionOffset = 0
  let origin: Instant = { epochMs: 0, nanos: 0 }
  let columns: readonly string[] | null = null
  while (lines.next() || (await lines.more())) {
    if (lines.end > lines.start && lines.bytes[lines.start] !== semicolon) {
      lines.back()
      break
    }
    const line = latin1(lines.bytes, lines.start, lines.end)
    const [, key, value = ''] = /^;\$(\w+)=([^;]*)/.exec(line) ?? []
    if (key === 'FILEVERSION') {
      version = value.trim()
      versionOffset = lines.offset
    } else if (key === 'STARTTIME') origin = startTime(value) ?? origin
    else if (key === 'COLUMNS') columns = value.trim().split(',')
    else if (version === '1.0') origin = writtenTime(line) ?? origin
  }
  const fixed = columnsOfVersion[version]
  if (!fixed && version !== '2.0' && version !== '2.1') throw new UnsupportedFeature(`TRC version ${version}`, versionOffset)
  const known = fixed ? [...fixed] : columns
  if (!known?.includes('O') || !known.includes('T') !== (fixed !== undefined) || !known.includes('I'))
    throw new DamagedBlock('A header without the columns that messages need', versionOffset)
  return { version, origin, columns: known }
}

/** Days since 1899-12-30 (OLE automation date) without a zone, taken as UTC; a double holds them to the microsecond. */
function startTime(text: string): Instant | null {
  const [, days, decimals = ''] = /^\s*(\d{1,7})(\.\d+)?\s*$/.exec(text) ?? []
  if (days === undefined) return null
  const micros = Math.round(Number(`0${decimals}`) * dayMs * 1000)
  return { epochMs: (Number(days) - daysTo1970) * dayMs + Math.floor(micros / 1000), nanos: (micros % 1000) * 1000 }
}

/** `;   Start time: 11.09.2002 16:00:20.682`, all that version 1.0 has; python-can writes `2023-11-14 22:13:20.004848+00:00`. */
function writtenTime(line: string): Instant | null {
  const german = /^;\s*Start time:\s*(\d+)\.(\d+)\.(\d{4}) (\d+):(\d+):(\d+)\.(\d{3})/.exec(line)
  if (german) {
    const [day, month, year, hour, minute, second, ms] = german.slice(1).map(Number)
    return { epochMs: Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second, ms), nanos: 0 }
  }
  const iso = /^;\s*Start time: (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{6}))?\+00:00/.exec(line)
  const seconds = iso ? Date.parse(`${iso[1]}T${iso[2]}Z`) : NaN
  if (Number.isNaN(seconds)) return null
  const micros = Number(iso?.[3] ?? 0)
  return { epochMs: seconds + Math.floor(micros / 1000), nanos: (micros % 1000) * 1000 }
}

/** True for the head of a TRC file: its `$FILEVERSION`, or the column description of version 1.0. */
export function looksLikeTrc(head: Uint8Array): boolean {
  if (head[0] !== semicolon && head[0] !== 0xef) return false
  const text = latin1(head)
  if (/^(?:\u00ef\u00bb\u00bf)?(?:;.*\r?\n)*?;\$FILEVERSION=\d/.test(text)) return true
  return /^(?:\u00ef\u00bb\u00bf)?(?:;.*\r?\n)*?;\s*\+-?current number in actual sample/.test(text)
}
