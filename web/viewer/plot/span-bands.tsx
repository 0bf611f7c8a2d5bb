import type { PlacedSpan } from './time-spans.ts'

/** Named stretches over a plot: bands with a tab at their top that tells the name; the plot below keeps its mouse. */
export function SpanBands({ placed, left, width }: { placed: readonly PlacedSpan[]; left: number; width: number }) {
  if (width <= 0) return null
  return placed.map(({ span, ...at }) => (
    <div
      key={span.key}
      className={`plot-span ${span.tone}${span.isChosen ? ' chosen' : ''}`}
      style={{ left: left + at.left * width, width: Math.max(1, at.width * width) }}
      aria-hidden="true"
    >
      <span title={span.title} />
    </div>
  ))
}
