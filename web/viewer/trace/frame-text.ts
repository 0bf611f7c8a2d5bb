import type { Clock } from '../plot/clock.ts'
import { clockText, secondsOf } from '../plot/clock.ts'
import { valueText } from '../plot/value-text.ts'
import type { FrameRow, FrameValue } from '../protocol.ts'
import { idText } from '../tree/tree-rows.ts'
import { flagBits, isError, isExtended } from './frame-flags.ts'

/** Identifiers and names as filters look for them: every word must be in one of them. */
export const identifierText = ({ id, flags }: Pick<FrameRow, 'id' | 'flags'>): string =>
  isError(flags) ? 'error' : idText(id, isExtended(flags))

/** `Tx`, `FD`, `remote`: what is unusual of a frame. */
export function marksOf({ flags }: Pick<FrameRow, 'flags'>): string {
  const marks: (readonly [number, string])[] = [
    [flagBits.sent, 'Tx'],
    [flagBits.fd, 'FD'],
    [flagBits.remote, 'RTR'],
  ]
  return marks.flatMap(([bit, mark]) => (flags & bit ? [mark] : [])).join(' ')
}

export const byteText = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

export function dataText({ data, length, flags }: Pick<FrameRow, 'data' | 'length' | 'flags'>): string {
  if (flags & flagBits.remote) return 'remote request'
  const bytes = Array.from(data, byteText).join(' ')
  return length > data.length ? `${bytes} …` : bytes
}

export const timeText = (row: Pick<FrameRow, 'timeNs'>, clock: Clock): string =>
  clockText(secondsOf(clock, row.timeNs), 1e-6, clock)

/** A frame as a line for a spreadsheet or a message to a colleague. */
export const copiedText = (row: FrameRow, clock: Clock): string =>
  [timeText(row, clock), row.bus, identifierText(row), row.name ?? '', marksOf(row), row.length, dataText(row)].join('\t')

/** What people read of a value: its name, else the number with its unit. */
export function physicalText({ value, text }: Pick<FrameValue, 'value' | 'text'>, unit: string): string {
  return text ?? `${valueText(value)} ${unit}`.trimEnd()
}

/** `100 (0x64)`; floats only as they are. */
export const rawText = (raw: number): string =>
  Number.isSafeInteger(raw) && raw >= 0 ? `${raw} (0x${raw.toString(16).toUpperCase()})` : String(raw)
