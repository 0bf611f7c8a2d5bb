import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { plotHeights } from './series.ts'

/** Pixels of one press of an arrow key. */
const step = 20

/** The lower edge of a plot, to be pulled; with the keyboard by arrows. */
export function ResizeHandle({ height, label, onResize }: { height: number; label: string; onResize: (height: number) => void }) {
  const begun = useRef<{ y: number; height: number } | null>(null)
  function press(event: KeyboardEvent) {
    const to = { ArrowDown: height + step, ArrowUp: height - step }[event.key]
    if (to === undefined || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onResize(to)
  }
  return (
    <div
      className="spy-resize"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={`Height of the plot of ${label}`}
      aria-valuenow={height}
      aria-valuemin={plotHeights.least}
      aria-valuemax={plotHeights.most}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = { y: event.clientY, height }
      }}
      onPointerMove={(event) => {
        if (begun.current !== null) onResize(begun.current.height + event.clientY - begun.current.y)
      }}
      onPointerUp={() => (begun.current = null)}
      onPointerCancel={() => (begun.current = null)}
    />
  )
}
