const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (formatter === undefined) {
    // en-CA with these fields prints "2026-11-04, 06:07:12".
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(zone, formatter)
  }
  return formatter
}

/** A stored moment (ISO 8601, UTC) as "YYYY-MM-DD HH:mm:ss" in the zone; null when it cannot be read. */
export function formatMoment(moment: string | null | undefined, zone: string): string | null {
  const milliseconds = moment === null || moment === undefined ? Number.NaN : Date.parse(moment)
  if (Number.isNaN(milliseconds)) return null
  return formatterOf(zone).format(milliseconds).replace(', ', ' ')
}

/** How long ago, in words for a glance: "just now", "4 min ago", "3 h ago", "12 days ago". Null when it cannot be read. */
export function formatAge(moment: string | null | undefined, now: number): string | null {
  const milliseconds = moment === null || moment === undefined ? Number.NaN : Date.parse(moment)
  if (Number.isNaN(milliseconds)) return null
  const minutes = Math.floor((now - milliseconds) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ago`
  return `${Math.floor(hours / 24)} days ago`
}
