/** Writes a moment as names have it: `2026-11-04_06-07-12Z`, or local time with its offset, `2026-11-04_07-07-12+0100`. */
export type Stamp = (moment: Date) => string

export const utcStamp: Stamp = (moment) => `${written(moment.getTime())}Z`

/**
 * Local time. Where the zone has this offset now, its own rules say what each moment's offset was, so that summer stays
 * summer, as on the pages; otherwise the offset holds for all.
 */
export function localStamp(offsetMinutes: number, zone: string | undefined, now: Date): Stamp {
  const inZone = zone === undefined ? undefined : zoneOffset(zone)
  const offsetOf = inZone !== undefined && inZone(now) === offsetMinutes ? inZone : () => offsetMinutes
  return (moment) => {
    const offset = offsetOf(moment)
    return written(moment.getTime() + offset * 60_000) + offsetText(offset)
  }
}

/** `+01:00` or minutes, as minutes. */
export function minutesOf(offset: number | string): number {
  if (typeof offset === 'number') return offset
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  return offset.startsWith('-') ? -minutes : minutes
}

const written = (milliseconds: number): string =>
  new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace('T', '_')
    .replaceAll(':', '-')

function offsetText(minutes: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

/** How far a zone is east of UTC at a moment, whole minutes; undefined for a zone that nobody knows. */
function zoneOffset(zone: string): ((moment: Date) => number) | undefined {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return undefined
  }
  return (moment) => {
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    // "GMT", "GMT+01:00", and in the 19th century "GMT+00:53:28"
    return name === 'GMT' ? 0 : minutesOf(name.slice(3, 9))
  }
}
