import type { Series } from './drawn.ts'

/** The tokens of the theme as colours that a canvas takes. */
export interface Palette {
  readonly water: string
  readonly land: string
  readonly line: string
  readonly ink: string
  readonly quietInk: string
  readonly panel: string
  readonly accent: string
  readonly idle: string
  readonly series: Readonly<Record<Series, string>>
}

/** Read anew when the theme changes. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    water: token('map-water'),
    land: token('map-land'),
    line: token('line-strong'),
    ink: token('ink'),
    quietInk: token('ink-2'),
    panel: token('panel'),
    accent: token('accent'),
    idle: token('idle'),
    series: { 1: token('s1'), 2: token('s2'), 3: token('s3'), 4: token('s4'), 5: token('s5'), 6: token('s6') },
  }
}
