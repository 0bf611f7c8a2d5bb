import { mostLocations } from '#contract/locations.ts'

/** Which points of a long route are shown: one part of it as recorded, or all of it with some left out. */
export type RoutePart = { readonly kind: 'part'; readonly offset: number } | { readonly kind: 'spread' }

export const firstPart: RoutePart = { kind: 'part', offset: 0 }

const figures = new Intl.NumberFormat('en-US')

/** Says that there is more than is shown; null when everything is. */
export function partNotice(part: RoutePart, shown: number, total: number): string | null {
  if (total <= mostLocations) return null
  const all = figures.format(total)
  if (part.kind === 'spread') return `The whole route: ${figures.format(shown)} of ${all} points, evenly spread.`
  return `${all} points; at most ${mostLocations} are shown at once: ${figures.format(part.offset + 1)} to ${figures.format(part.offset + shown)}.`
}

export const hasBefore = (part: RoutePart): boolean => part.kind === 'part' && part.offset > 0
export const hasAfter = (part: RoutePart, total: number): boolean => part.kind === 'part' && part.offset + mostLocations < total
export const before = (part: RoutePart): RoutePart =>
  part.kind === 'part' ? { kind: 'part', offset: Math.max(0, part.offset - mostLocations) } : firstPart
export const after = (part: RoutePart): RoutePart =>
  part.kind === 'part' ? { kind: 'part', offset: part.offset + mostLocations } : firstPart

/** `YYYY/MM/DD HH:mm:ss` in UTC, to the whole second before or after, so that nothing at the ends is lost. */
export function utcText(moment: string, side: 'start' | 'end'): string {
  const seconds = Date.parse(moment) / 1000
  const whole = side === 'start' ? Math.floor(seconds) : Math.ceil(seconds)
  return new Date(whole * 1000).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
}
