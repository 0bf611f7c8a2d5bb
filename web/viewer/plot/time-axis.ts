import type uPlot from 'uplot'
import { clockText, timeSteps } from './clock.ts'

const fontFamily = '"Inter Variable", system-ui, sans-serif'
/** Pixels. */
const fontSize = 11
/** Between the plot and its times. */
const gap = 5
const leastSpace = 90
/** Between two times, so that they are read as two. */
const apart = 8
/** Of one character; figures of the font are as wide as each other. */
const characterWidth = 6.8

/**
 * Pixels between two times at least: those of a narrow window are long. Fewer of them have no more digits, so that one look
 * is enough.
 */
export function timeSpace(from: number, to: number, width: number): number {
  const least = ((to - from) / width) * leastSpace
  const step = timeSteps.find((one) => one >= least) ?? leastSpace
  return Math.max(leastSpace, clockText(to, step).length * characterWidth + 3 * apart)
}

/** The round times of a window, ends included: whole steps, so that rounding puts none beside the window. */
export function timeSplits(from: number, to: number, step: number): number[] {
  // of so many seconds a double does not know more
  const unsure = Math.max(Math.abs(from), Math.abs(to)) * 2e-16
  const first = Math.ceil((from - unsure) / step)
  const last = Math.floor((to + unsure) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * step)
}

/** A text under its place. */
interface Label {
  readonly middle: number
  readonly width: number
}

/**
 * Where each text begins so that none is cut off: under its place, moved in at the ends; null where a moved one would touch
 * its neighbour.
 */
export function placedLabels(labels: readonly Label[], room: number): Array<number | null> {
  const starts = labels.map(({ middle, width }) => Math.max(0, Math.min(middle - width / 2, room - width)))
  return starts.map((start, at) => {
    const { middle, width } = labels[at] ?? { middle: 0, width: 0 }
    if (start === middle - width / 2) return start
    const before = starts[at - 1]
    const after = starts[at + 1]
    const touches =
      start < middle - width / 2
        ? before !== undefined && before + (labels[at - 1]?.width ?? 0) + apart > start
        : after !== undefined && start + width + apart > after
    return touches ? null : start
  })
}

interface Written {
  readonly splits: readonly number[]
  readonly texts: readonly string[]
}

/** Writes times under a plot. uPlot's own would be cut off where they reach over its edge. */
export function writeTimes(plot: uPlot, { splits, texts }: Written, color: string): void {
  const { ctx: context, bbox } = plot
  const ratio = devicePixelRatio
  context.save()
  context.font = `${fontSize * ratio}px ${fontFamily}`
  context.fillStyle = color
  context.textAlign = 'left'
  context.textBaseline = 'top'
  const labels = texts.map((text, at) => ({
    middle: plot.valToPos(splits[at] ?? 0, 'x', true),
    width: context.measureText(text).width,
  }))
  const top = bbox.top + bbox.height + gap * ratio
  for (const [at, start] of placedLabels(labels, plot.width * ratio).entries())
    if (start !== null) context.fillText(texts[at] ?? '', Math.round(start), top)
  context.restore()
}
