import type { ValueRange } from './value-range.ts'
import { padded } from './value-range.ts'

/** A scale of values at one side of a plot. */
export interface ValueAxis {
  /** The same wherever the same axis is meant: its unit, and its side where that was chosen. */
  readonly key: string
  readonly side: 'left' | 'right'
  /** What the lines on it show; null without a number. */
  readonly range: ValueRange | null
  /** What somebody wants to see of it; null: all that the lines show. */
  readonly chosen: ValueRange | null
}

interface Sided {
  readonly unit: string
  readonly raw: boolean
  readonly side: 'left' | 'right' | null
}

/** Lines of one unit share an axis, unless one was put at the other side. */
export const axisKeyOf = ({ unit, raw, side }: Sided): string => `${raw ? 'raw' : unit}${side === null ? '' : ` @${side}`}`

/** The axes that lines need, in their order: the first stands at the left, the others at the right, or where they were put. */
export function axesOf(lines: readonly Sided[]): Pick<ValueAxis, 'key' | 'side'>[] {
  const axes = new Map<string, Pick<ValueAxis, 'key' | 'side'>>()
  for (const line of lines) {
    const key = axisKeyOf(line)
    if (!axes.has(key)) axes.set(key, { key, side: line.side ?? (axes.size === 0 ? 'left' : 'right') })
  }
  return [...axes.values()]
}

/** Pixels of one axis with its numbers. */
export const axisRoom = 62
const roomWithout = 14

/** Room beside the plots: the same for all of them, so that their times stand under each other. */
export interface Room {
  readonly left: number
  readonly right: number
}

export function roomFor(plots: readonly (readonly Pick<ValueAxis, 'side'>[])[]): Room {
  const most = (side: 'left' | 'right') => Math.max(0, ...plots.map((axes) => axes.filter((axis) => axis.side === side).length))
  return { left: Math.max(1, most('left')) * axisRoom, right: most('right') * axisRoom || roomWithout }
}

const unknown: ValueRange = { low: 0, high: 1 }

/** What an axis reaches over. */
export const reachOf = ({ range, chosen }: Pick<ValueAxis, 'range' | 'chosen'>): ValueRange => chosen ?? padded(range ?? unknown)

/** `factor` of the range, with the value `around` staying at its place. */
export function rangeZoomed({ low, high }: ValueRange, factor: number, around: number): ValueRange {
  const zoomed = { low: around - (around - low) * factor, high: around + (high - around) * factor }
  const size = Math.max(Math.abs(zoomed.low), Math.abs(zoomed.high), Number.MIN_VALUE)
  // Doubles that lie closer cannot be told apart on an axis.
  return zoomed.high - zoomed.low > size * 1e-12 && Number.isFinite(zoomed.high - zoomed.low) ? zoomed : { low, high }
}

/** Moved by a share of the range. */
export const rangePanned = ({ low, high }: ValueRange, share: number): ValueRange => ({
  low: low + (high - low) * share,
  high: high + (high - low) * share,
})
