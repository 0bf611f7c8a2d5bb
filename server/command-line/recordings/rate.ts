import { InvalidArgumentError } from 'commander'

/** `--rate`, which `--raster` says as well. */
export const rateFlags = '--raster, --rate <hertz>'

/** Rows a second; null for -1, as recorded. */
export function rateOf(given: string): number | null {
  const hertz = Number(given)
  if (hertz === -1) return null
  if (!(hertz >= 0.001 && hertz <= 1000)) throw new InvalidArgumentError('Write a rate from 0.001 to 1000, or -1.')
  return hertz
}
