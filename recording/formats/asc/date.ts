import type { Instant } from '../../instant.ts'

/** Beginnings of English and German month names; `M.{1,2}r` is März in any encoding. */
const months = [
  /^jan/,
  /^feb/,
  /^(mar|mrz|m[^a-z]{1,2}r)/,
  /^apr/,
  /^(may|mai)/,
  /^jun/,
  /^jul/,
  /^aug/,
  /^sep/,
  /^(oct|okt)/,
  /^nov/,
  /^(dec|dez)/,
]

const pattern = /([^\s\d]+)\s+(\d{1,2})\s+(\d{1,2}):(\d\d):(\d\d)(?:[.:](\d{1,9}))?\s*(am|pm|vorm\.?|nachm\.?)?\s+(\d{4})/i

/**
 * The moment of an ASC date line: `Fri Feb 14 08:51:20.123 am 2020`, with an English or German month. The file names no zone;
 * the time is taken as UTC. Null when the text is no date.
 */
export function ascDate(text: string): Instant | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, name = '', day, hours, minutes, seconds, decimals = '', half = '', year] = match
  const month = months.findIndex((start) => start.test(name.toLowerCase()))
  if (month < 0) return null
  let hour = Number(hours)
  if (/^(p|n)/i.test(half) && hour < 12) hour += 12
  if (/^(a|v)/i.test(half) && hour === 12) hour = 0
  const nanos = Number(decimals.padEnd(9, '0'))
  const epochMs = Date.UTC(Number(year), month, Number(day), hour, Number(minutes), Number(seconds))
  return { epochMs: epochMs + Math.floor(nanos / 1e6), nanos: nanos % 1e6 }
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The date as ASC files write it, in UTC, to the millisecond: `Thu Oct 1 06:07:12.345 2026`. */
export function ascDateText(instant: Instant): string {
  const date = new Date(instant.epochMs)
  const iso = date.toISOString()
  return `${dayNames[date.getUTCDay()]} ${monthNames[date.getUTCMonth()]} ${date.getUTCDate()} ${iso.slice(11, 23)} ${date.getUTCFullYear()}`
}
