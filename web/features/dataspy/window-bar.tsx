import type { ReactNode } from 'react'
import { clockText, durationText, secondsOf } from '#web/viewer/plot/clock.ts'
import type { Clock } from '#web/viewer/plot/clock.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import type { PlotKeys } from './plot-keys.ts'

interface Given {
  window: TimeWindow
  clock: Clock
  keys: PlotKeys
  canGoBack: boolean
  canGoForward: boolean
  /** Between the window and the buttons. */
  children: ReactNode
}

const buttons = [
  ['Zoom in', '+', '+'],
  ['Zoom out', '−', '-'],
  ['Earlier', '←', 'ArrowLeft'],
  ['Later', '→', 'ArrowRight'],
] as const

/** Which window is looked at, and the buttons that change it. */
export function WindowBar({ window, clock, keys, canGoBack, canGoForward, children }: Given) {
  const text = (timeNs: number) => clockText(secondsOf(clock, timeNs), stepOf(window.toNs - window.fromNs), clock)
  return (
    <div className="spy-window">
      <span className="spy-window-text" aria-live="polite">
        {text(window.fromNs)} – {text(window.toNs)} <span className="quiet">{durationText(window.toNs - window.fromNs)}</span>
      </span>
      {children}
      <span className="spy-controls">
        <button
          type="button"
          className="button icon"
          aria-label="Zoom of before"
          title="Back to the window of before (Backspace)"
          disabled={!canGoBack}
          onClick={keys['Backspace']}
        >
          ↶
        </button>
        <button
          type="button"
          className="button icon"
          aria-label="Zoom of after"
          title="Forward again (Shift + Backspace)"
          disabled={!canGoForward}
          onClick={keys['Shift+Backspace']}
        >
          ↷
        </button>
        {buttons.map(([name, sign, key]) => (
          <button
            key={name}
            type="button"
            className="button icon"
            aria-label={name}
            title={`${name} (${key})`}
            onClick={keys[key]}
          >
            {sign}
          </button>
        ))}
        <button type="button" className="button" title="The whole recording (Home, or a double click)" onClick={keys['Home']}>
          Whole
        </button>
      </span>
    </div>
  )
}

/** Digits that tell the ends of a window apart, as a step in seconds. */
const stepOf = (ns: number): number => (ns > 60e9 ? 1 : ns > 1e9 ? 1e-3 : ns > 1e6 ? 1e-6 : 1e-9)
