import type { ColorScheme } from '#web/theme/color-scheme.ts'

/**
 * Colours from the least to the greatest value. Their lightness rises all the way, so that people who confuse colours,
 * and printers, keep the order; each is told from the ground of its theme.
 */
export const scaleColors: Readonly<Record<ColorScheme, readonly string[]>> = {
  light: ['#2d1160', '#721f81', '#b73779', '#e75263', '#f08a3c'],
  dark: ['#6a6fe0', '#3a9bc1', '#3fbf8f', '#a5d94f', '#fdf0a0'],
}

/** Steps of the scale: fewer pieces of line, and nobody sees the difference. */
const steps = 24

export interface Scale {
  readonly least: number
  readonly greatest: number
  readonly colors: readonly string[]
}

/** The range of the values on the route; null without any. */
export function scaleOf(values: readonly (number | null)[], scheme: ColorScheme): Scale | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const least = known.reduce((a, b) => Math.min(a, b))
  const greatest = known.reduce((a, b) => Math.max(a, b))
  return { least, greatest, colors: scaleColors[scheme] }
}

export function colorOf({ least, greatest, colors }: Scale, value: number): string {
  const share = greatest > least ? Math.min(Math.max((value - least) / (greatest - least), 0), 1) : 0
  const stepped = (Math.round(share * steps) / steps) * (colors.length - 1)
  const below = Math.min(Math.floor(stepped), colors.length - 2)
  return mixed(colors[below] ?? '#000000', colors[below + 1] ?? '#000000', stepped - below)
}

function mixed(from: string, to: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const channel = (at: number) => Math.round(part(from, at) + (part(to, at) - part(from, at)) * share)
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

/** With as many digits as tell the ends of the scale apart. */
export function scaleText(value: number, { least, greatest }: Pick<Scale, 'least' | 'greatest'>): string {
  const span = greatest - least
  const digits = span > 0 ? Math.min(Math.max(2 - Math.floor(Math.log10(span)), 0), 6) : 2
  return String(Number(value.toFixed(digits)))
}
