import { useCallback, useEffect, useRef } from 'react'
import type { PointerEvent } from 'react'
import type { Tile } from '#recording/signal-store/tile.ts'
import { drawLine } from './draw-line.ts'
import type { Marks } from './marks.ts'
import { markClasses } from './marks.ts'
import type { SeriesLook } from './plot-line.ts'
import type { TimeSpan } from './time-spans.ts'
import { placedSpans } from './time-spans.ts'
import type { TimeWindow } from './time-window.ts'
import { held } from './time-window.ts'
import { themeColor, useThemeChanges } from './use-theme-changes.ts'
import { useWidth } from './use-width.ts'
import { padded, rangeWithin } from './value-range.ts'

interface Given {
  /** The first plotted signal over the whole recording; null: only the strip. */
  tile: Tile | null
  /** From its recording's time to that of the view. */
  shiftNs: number
  marks: Marks
  spans: readonly TimeSpan[]
  look: SeriesLook
  whole: TimeWindow
  window: TimeWindow
  onWindow: (window: TimeWindow) => void
}

const height = 46
/** Pixels at each edge of the window that pull it rather than move it. */
const handle = 7

/** The whole recording with the window in it: drag the window, its edges, or a new one. */
export function OverviewStrip({ tile, shiftNs, marks, spans, look, whole, window, onWindow }: Given) {
  const { element, width } = useWidth<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useRef<{ kind: 'move' | 'from' | 'to' | 'new'; startNs: number; window: TimeWindow } | null>(null)
  const span = whole.toNs - whole.fromNs || 1
  const place = (timeNs: number) => ((timeNs - whole.fromNs) / span) * width

  const draw = useCallback(() => {
    const to = canvas.current?.getContext('2d')
    if (!canvas.current || !to || width === 0) return
    const ratio = devicePixelRatio
    canvas.current.width = width * ratio
    canvas.current.height = height * ratio
    const range = tile && rangeWithin(tile, { fromNs: whole.fromNs - shiftNs, toNs: whole.toNs - shiftNs })
    if (!tile || !range) return
    const { low, high } = padded(range)
    const fromNs = whole.fromNs - shiftNs
    const times = { fromNs, toNs: fromNs + (whole.toNs - whole.fromNs || 1), left: 0, width: width * ratio }
    const values = { low, high, bottom: height * ratio, height: height * ratio }
    drawLine(
      to,
      tile,
      { times, values, seen: [0, width * ratio] },
      { color: themeColor(canvas.current, look.color), dash: [], width: 1.4, line: 'line', ratio },
    )
  }, [tile, shiftNs, look, whole, width])
  useEffect(draw, [draw])
  useThemeChanges(draw)

  const timeAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return whole.fromNs + ((event.clientX - box.left) / Math.max(1, box.width)) * span
  }
  function press(event: PointerEvent) {
    const timeNs = timeAt(event)
    const near = (edgeNs: number) => Math.abs(place(edgeNs) - place(timeNs)) <= handle
    const isWhole = window.fromNs <= whole.fromNs && window.toNs >= whole.toNs
    const inside = timeNs > window.fromNs && timeNs < window.toNs
    const kind = isWhole ? 'new' : near(window.fromNs) ? 'from' : near(window.toNs) ? 'to' : inside ? 'move' : 'new'
    drag.current = { kind, startNs: timeNs, window }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function move(event: PointerEvent) {
    if (drag.current === null) return
    const { kind, startNs, window: before } = drag.current
    const timeNs = timeAt(event)
    const by = timeNs - startNs
    const [fromNs, toNs] =
      kind === 'move'
        ? [before.fromNs + by, before.toNs + by]
        : kind === 'from'
          ? [Math.min(timeNs, before.toNs), before.toNs]
          : kind === 'to'
            ? [before.fromNs, Math.max(timeNs, before.fromNs)]
            : [Math.min(startNs, timeNs), Math.max(startNs, timeNs)]
    if (kind === 'new' && Math.abs(place(timeNs) - place(startNs)) < 4) return
    onWindow(held({ fromNs, toNs }, whole))
  }
  return (
    <div className="overview">
      <div
        ref={element}
        className="overview-strip"
        style={{ height }}
        aria-hidden="true"
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
        onDoubleClick={() => onWindow(whole)}
      >
        <canvas ref={canvas} style={{ width: '100%', height }} />
        <div
          className="overview-window"
          style={{ left: place(window.fromNs), width: Math.max(3, place(window.toNs) - place(window.fromNs)) }}
        />
        {placedSpans(spans, whole).map(({ span, ...at }) => (
          <div
            key={span.key}
            className={`overview-span ${span.tone}${span.isChosen ? ' chosen' : ''}`}
            style={{ left: at.left * width, width: Math.max(2, at.width * width) }}
            title={span.title}
          />
        ))}
        {([0, 1] as const).map((at) => {
          const timeNs = marks[at]
          return timeNs === null ? null : (
            <div key={at} className={`overview-mark ${markClasses[at]}`} style={{ left: place(timeNs) }} />
          )
        })}
      </div>
    </div>
  )
}
