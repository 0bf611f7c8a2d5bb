import type { PointerEvent } from 'react'
import type { Marks } from './marks.ts'
import { markClasses, markNames } from './marks.ts'
import type { TimeWindow } from './time-window.ts'

interface Given {
  marks: Marks
  window: TimeWindow
  /** Where the window begins and how wide it is, pixels. */
  left: number
  width: number
  onMark: (place: 0 | 1, timeNs: number) => void
}

/** The placed cursors over a plot, to be dragged. Keys move them in the line above the plots. */
export function MarkLines({ marks, window, left, width, onMark }: Given) {
  const span = window.toNs - window.fromNs
  function drag(place: 0 | 1, event: PointerEvent) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box === undefined) return
    const share = Math.min(1, Math.max(0, (event.clientX - box.left - left) / width))
    onMark(place, window.fromNs + share * span)
  }
  return ([0, 1] as const).map((place) => {
    const timeNs = marks[place]
    if (timeNs === null || timeNs < window.fromNs || timeNs > window.toNs || width <= 0) return null
    return (
      <div
        key={place}
        className={`plot-mark ${markClasses[place]}`}
        style={{ left: left + ((timeNs - window.fromNs) / span) * width }}
        aria-hidden="true"
        // The wheel is turned over the plot that lies under it.
        onWheel={({ nativeEvent, currentTarget }) => {
          const under = currentTarget.parentElement?.querySelector('.u-over')
          under?.dispatchEvent(new WheelEvent('wheel', nativeEvent))
        }}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => drag(place, event)}
      >
        <span>{markNames[place]}</span>
      </div>
    )
  })
}
