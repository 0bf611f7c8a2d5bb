import type { LocationPoint } from '#contract/locations.ts'

const kilometersOfMile = 1.609344
const unknown = '–'

export const speedText = (mph: number | null): string =>
  mph === null ? unknown : `${Math.round(mph * kilometersOfMile)} km/h (${Math.round(mph)} mph)`

export const accuracyText = (meters: number | null): string => (meters === null ? unknown : `± ${Number(meters.toFixed(1))} m`)

/** "48.13712° N, 11.57540° E": five digits are about a meter. */
export function placeText({ latitude, longitude }: Pick<LocationPoint, 'latitude' | 'longitude'>): string {
  const side = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(5)}° ${degrees < 0 ? negative : positive}`
  return `${side(latitude, 'N', 'S')}, ${side(longitude, 'E', 'W')}`
}
