import { decimal, type Decimal } from '../text/numbers.ts'
import type { Tokens } from '../text/tokens.ts'

const opening = 0x28
const closing = 0x29
const dash = 0x2d
const colon = 0x3a

/**
 * Takes the time at the line's beginning into `time`, as seconds since 1970: `(1581670628.161550)`, or `(2020-02-14
 * 08:57:08.161550)` of `-tA`, which is local time without a zone and taken as UTC. False when there is none.
 */
export function takeStamp(tokens: Tokens, time: Decimal): boolean {
  if (!tokens.next() || tokens.first !== opening) return false
  const { bytes, start, end } = tokens
  if (bytes[start + 5] !== dash) return bytes[end - 1] === closing && time.read(bytes, start + 1, end - 1)
  const year = decimal(bytes, start + 1, start + 5)
  const month = decimal(bytes, start + 6, start + 8)
  const day = decimal(bytes, start + 9, end)
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || !tokens.next()) return false
  const at = tokens.start
  const stop = tokens.end - 1
  if (bytes[at + 2] !== colon || bytes[at + 5] !== colon || bytes[stop] !== closing) return false
  const hour = decimal(bytes, at, at + 2)
  const minute = decimal(bytes, at + 3, at + 5)
  if (hour < 0 || minute < 0 || !time.read(bytes, at + 6, stop)) return false
  time.whole += Date.UTC(year, month - 1, day, hour, minute) / 1000
  return true
}
