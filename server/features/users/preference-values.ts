/** Why a preference cannot have this value, or null when it can. Preferences that the server does not know are the pages' own. */
export function preferenceProblem(name: string, val: string): string | null {
  switch (name) {
    case 'timezone':
      return timezoneProblem(val)
    case 'flatten':
    case 'filenameTimezoneConvert':
    case 'hidePersistentFiles':
      return val === 'true' || val === 'false' ? null : 'Must be true or false'
    case 'theme':
      return ['light', 'dark', 'auto'].includes(val) ? null : 'Must be light, dark or auto'
    default:
      return null
  }
}

/** Six characters of offset, then the zone: `+01:00Europe/Berlin`. The offset is what was shown when it was chosen. */
function timezoneProblem(val: string): string | null {
  const zone = /^[+-](?:0\d|1[0-4]):[0-5]\d([A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*)$/.exec(val)?.[1]
  if (zone === undefined) return 'Must be an offset and a zone, such as +01:00Europe/Berlin'
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return null
  } catch {
    return `The zone ${zone} is not known`
  }
}
