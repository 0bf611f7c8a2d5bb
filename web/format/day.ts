import { ensureTemporal } from './temporal.ts'

await ensureTemporal()

/** Midnight at the beginning of a day (`YYYY-MM-DD`) in the zone, as a moment in UTC. Throws RangeError for what is no day. */
export function dayBeginning(day: string, zone: string): string {
  const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone)
  return new Date(midnight.epochMilliseconds).toISOString()
}
