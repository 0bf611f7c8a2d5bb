import { useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { clockText, durationText, secondsOf } from '#web/viewer/plot/clock.ts'
import { OverviewStrip } from '#web/viewer/plot/overview-strip.tsx'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { seriesLook } from '#web/viewer/plot/plot-line.ts'
import { panned, zoomed } from '#web/viewer/plot/time-window.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import { PlotCard } from './plot-card.tsx'
import type { PlottedSignal } from './plot-card.tsx'
import { isState } from './use-names.ts'
import { useTiles } from './use-tiles.ts'

interface Given {
  client: RecordingClient
  plots: readonly (readonly PlottedSignal[])[]
  around: PlotSurroundings
  /** Shown while nothing is plotted. */
  advice: ReactNode
  onRemove: (key: string) => void
}

/** Cells of the overview. */
const overviewColumns = 1200
const zoomStep = 0.6
const panStep = 0.25

/** The plots under each other on one time axis, the strip of the whole recording above them. */
export function Plots({ client, plots, around, advice, onRemove }: Given) {
  const { window, whole, clock, onWindow } = around
  const narrow = useNarrow()
  const [chosen, setChosen] = useState(0)
  const overview = useMemo(
    () =>
      plots
        .flat()
        .filter(({ signal }) => !isState(signal))
        .slice(0, 1),
    [plots],
  )
  const [overviewOf] = overview
  const overviewSignals = useMemo(() => overview.map(({ signal }) => signal), [overview])
  const { tiles } = useTiles(client, overviewSignals, whole, overviewColumns)
  const at = Math.min(chosen, plots.length - 1)
  const shown = narrow ? plots.slice(at, at + 1) : plots

  const moves: Record<string, () => void> = {
    '+': () => onWindow(zoomed(window, whole, zoomStep)),
    '=': () => onWindow(zoomed(window, whole, zoomStep)),
    '-': () => onWindow(zoomed(window, whole, 1 / zoomStep)),
    ArrowLeft: () => onWindow(panned(window, whole, -panStep)),
    ArrowRight: () => onWindow(panned(window, whole, panStep)),
    Home: () => onWindow(whole),
    '0': () => onWindow(whole),
  }
  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return
    event.preventDefault()
    move()
  }
  const controls = [
    ['Zoom in', '+', '+'],
    ['Zoom out', '−', '-'],
    ['Earlier', '←', 'ArrowLeft'],
    ['Later', '→', 'ArrowRight'],
  ] as const
  const text = (timeNs: number) => clockText(secondsOf(clock, timeNs), stepOf(window.toNs - window.fromNs))
  return (
    <div className="spy-plots" role="group" aria-label="Plots" tabIndex={0} onKeyDown={press}>
      <div className="spy-window">
        <span className="spy-window-text" aria-live="polite">
          {text(window.fromNs)} – {text(window.toNs)} <span className="quiet">{durationText(window.toNs - window.fromNs)}</span>
        </span>
        {narrow && plots.length > 1 ? (
          <select
            className="input spy-choice"
            aria-label="Plot"
            value={at}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {plots.map((plotted, i) => (
              <option key={plotted.map(({ key }) => key).join()} value={i}>
                {plotted.map(({ signal }) => signal.name).join(', ')}
              </option>
            ))}
          </select>
        ) : null}
        <span className="spy-controls">
          {controls.map(([name, sign, key]) => (
            <button
              key={name}
              type="button"
              className="button icon"
              aria-label={name}
              title={`${name} (${key})`}
              onClick={moves[key]}
            >
              {sign}
            </button>
          ))}
          <button
            type="button"
            className="button"
            title="The whole recording (Home, or a double click)"
            onClick={() => onWindow(whole)}
          >
            Whole
          </button>
        </span>
      </div>
      <OverviewStrip
        tile={(overviewOf && tiles.get(overviewOf.signal.index)) ?? null}
        look={overviewOf?.look ?? seriesLook(0)}
        whole={whole}
        window={window}
        onWindow={onWindow}
      />
      {plots.length === 0 ? (
        <EmptyState
          title="Choose signals to plot"
          text={`A click or Enter on a signal ${narrow ? 'above' : 'at the left'} plots it, with Shift into the plot before. Drag or turn the wheel to zoom; a double click shows the whole recording again.`}
        >
          {advice}
        </EmptyState>
      ) : null}
      {shown.map((plotted) => (
        <PlotCard
          key={plotted.map(({ key }) => key).join('\n')}
          client={client}
          plotted={plotted}
          around={around}
          onRemove={onRemove}
        />
      ))}
    </div>
  )
}

/** Digits that tell the ends of a window apart, as a step in seconds. */
const stepOf = (ns: number): number => (ns > 60e9 ? 1 : ns > 1e9 ? 1e-3 : ns > 1e6 ? 1e-6 : 1e-9)
