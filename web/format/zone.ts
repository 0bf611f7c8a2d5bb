/** Length of the offset ("+01:00") before the zone's name in the timezone preference. */
const offsetLength = 6

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone of a timezone preference ("+01:00Europe/Berlin"), or the browser's when there is none or it is unknown. */
export function zoneOfPreference(val: string | undefined): string {
  const zone = val?.slice(offsetLength) ?? ''
  return zone !== '' && isZone(zone) ? zone : browserZone()
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
