import type { SeriesLook } from '#web/viewer/plot/plot-line.ts'

/** A piece of the line, as it is drawn. */
export function SeriesMark({ look: { color, dash } }: { look: SeriesLook }) {
  return (
    <svg width="18" height="8" aria-hidden="true">
      <line x1="1" x2="17" y1="4" y2="4" stroke={`var(${color})`} strokeWidth="3" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}
