import type { CatalogAssignment, CatalogMatch, CatalogMessage, CatalogVersion } from '#contract/catalogs.ts'
import { formatRate } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import type { Tone } from '#web/ui/tag.tsx'

export const stateTags: Record<CatalogVersion['state'], { tone: Tone; word: string }> = {
  importing: { tone: 'info', word: 'being read' },
  ready: { tone: 'ok', word: 'ready' },
  failed: { tone: 'bad', word: 'cannot be read' },
}

/** "Winter fleet", "Polar 1", "every vehicle". */
export function placeOf({ fleet, vehicle }: CatalogAssignment): string {
  if (vehicle) return vehicle.displayName || vehicle.name
  return fleet ? `fleet ${fleet.name}` : 'every vehicle'
}

/** "bus 2, from 2026-01-01 00:00:00, version 3"; empty when it holds always and everywhere. */
export function limitsOf({ channel, from, to, versionNumber }: CatalogAssignment, zone: string): string {
  return [
    channel === null ? null : `bus ${channel}`,
    from === null ? null : `from ${formatMoment(from, zone)}`,
    to === null ? null : `until ${formatMoment(to, zone)}`,
    versionNumber === null ? null : `version ${versionNumber}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** `0x1A0`, `0x18FEF100x`: the x of an extended identifier as bus tools write it. */
export function idText({ id, extended }: Pick<CatalogMessage, 'id' | 'extended'>): string {
  const digits = id.toString(16).toUpperCase()
  return extended ? `0x${digits.padStart(8, '0')}x` : `0x${digits.padStart(3, '0')}`
}

/** "97 %"; below one percent and above 99 it says so rather than rounding to none or all. */
export const rateText = ({ rate }: Pick<CatalogMatch, 'rate'>): string => formatRate(rate, 1)
