/** Moments of the two placed cursors; null: not placed. */
export type Marks = readonly [number | null, number | null]

export const markNames = ['1', '2'] as const
/** Their classes in style sheets. */
export const markClasses = ['first', 'second'] as const

/** One of them placed, or taken away. */
export const marked = (marks: Marks, place: 0 | 1, timeNs: number | null): Marks =>
  place === 0 ? [timeNs, marks[1]] : [marks[0], timeNs]

/** Nanoseconds from the first to the second; null unless both are placed. */
export const distanceOf = ([a, b]: Marks): number | null => (a === null || b === null ? null : b - a)

/** "12.5 Hz", "3.2 kHz": how often something that takes so long happens in a second. */
export function rateText(ns: number): string {
  const hertz = 1e9 / Math.abs(ns)
  if (!Number.isFinite(hertz)) return ''
  const [value, unit] = hertz >= 1e6 ? [hertz / 1e6, 'MHz'] : hertz >= 1e3 ? [hertz / 1e3, 'kHz'] : [hertz, 'Hz']
  return `${Number(value.toPrecision(4))} ${unit}`
}
