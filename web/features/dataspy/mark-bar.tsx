import type { KeyboardEvent } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { clockText, durationText, secondsOf } from '#web/viewer/plot/clock.ts'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { distanceOf, markClasses, markNames, rateText } from '#web/viewer/plot/marks.ts'
import { middleOf } from '#web/viewer/plot/time-window.ts'
import type { ViewHands } from './use-view.ts'

/** Of the window's width: one press of an arrow, some pixels. */
const fineStep = 1 / 800
const coarseStep = fineStep * 20

/** The placed cursors: their moments, how far they are apart, and handles for the keyboard. */
export function MarkBar({ around, hands }: { around: PlotSurroundings; hands: ViewHands }) {
  const { marks, window, clock } = around
  const distance = distanceOf(marks)
  const rate = distance === null ? '' : rateText(distance)
  const [a, b] = marks
  return (
    <span className="spy-marks" role="group" aria-label="Cursors">
      <MarkHandle place={0} around={around} hands={hands} />
      <MarkHandle place={1} around={around} hands={hands} />
      {distance === null ? null : (
        <span className="spy-distance">
          Δt <strong>{`${distance < 0 ? '−' : ''}${durationText(Math.abs(distance))}`}</strong>
          {rate === '' ? null : <span className="quiet"> {rate}</span>}
        </span>
      )}
      {a !== null && b !== null ? (
        <button
          type="button"
          className="button quiet"
          title={`Zoom to ${clockText(secondsOf(clock, Math.min(a, b)), 1e-3, clock)} and what follows until the other cursor`}
          disabled={a === b || (Math.min(a, b) === window.fromNs && Math.max(a, b) === window.toNs)}
          onClick={() => around.onWindow({ fromNs: Math.min(a, b), toNs: Math.max(a, b) })}
        >
          Between
        </button>
      ) : null}
    </span>
  )
}

function MarkHandle({ place, around, hands }: { place: 0 | 1; around: PlotSurroundings; hands: ViewHands }) {
  const { marks, window, whole, clock, cursor } = around
  const timeNs = marks[place]
  const name = markNames[place]
  if (timeNs === null)
    return (
      <button
        type="button"
        className="button quiet"
        title={`Place cursor ${name} (key ${name}, or a click on a plot${place === 1 ? ' with Shift' : ''})`}
        onClick={() => hands.mark(place, cursor.timeNs() ?? middleOf(window))}
      >
        + Cursor {name}
      </button>
    )
  const text = clockText(secondsOf(clock, timeNs), stepOf(window.toNs - window.fromNs), clock)
  function press(event: KeyboardEvent) {
    const width = window.toNs - window.fromNs
    const step = width * (event.shiftKey ? coarseStep : fineStep)
    const moves: Record<string, number> = {
      ArrowRight: step,
      ArrowUp: step,
      ArrowLeft: -step,
      ArrowDown: -step,
      PageUp: width * coarseStep,
      PageDown: -width * coarseStep,
    }
    const by = moves[event.key]
    const isAway = event.key === 'Delete' || event.key === 'Escape'
    if ((by === undefined && !isAway) || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    hands.mark(place, by === undefined ? null : Math.min(whole.toNs, Math.max(whole.fromNs, (timeNs ?? 0) + by)))
  }
  return (
    <span className="spy-handle">
      <span
        role="slider"
        tabIndex={0}
        className={`spy-mark-handle spy-mark ${markClasses[place]}`}
        aria-label={`Cursor ${name}`}
        aria-valuenow={(timeNs - whole.fromNs) / 1e9}
        aria-valuemin={0}
        aria-valuemax={(whole.toNs - whole.fromNs) / 1e9}
        aria-valuetext={text}
        title="Arrow keys move it, with Shift further; Delete takes it away"
        onKeyDown={press}
      >
        <b>{name}</b> {text}
      </span>
      <button
        type="button"
        className="spy-remove"
        aria-label={`Take cursor ${name} away`}
        title={`Take cursor ${name} away`}
        onClick={() => hands.mark(place, null)}
      >
        <Icon name="close" size={13} />
      </button>
    </span>
  )
}

/** Digits that are worth reading: a thousandth of the window. */
const stepOf = (ns: number): number => Math.min(1e-3, 10 ** Math.floor(Math.log10(Math.max(1, ns) / 1e12)))
