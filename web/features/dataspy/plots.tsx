import { useMemo, useState } from 'react'
import type { CSSProperties, DragEvent, ReactNode } from 'react'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OverviewStrip } from '#web/viewer/plot/overview-strip.tsx'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { seriesLook } from '#web/viewer/plot/plot-line.ts'
import { carriesSignal, droppedSignal } from '#web/viewer/tree/signal-drag.ts'
import { MarkBar } from './mark-bar.tsx'
import './plots.css'
import { PlotCard } from './plot-card.tsx'
import { editsOf } from './plot-edits.ts'
import { plotKeys, pressKey } from './plot-keys.ts'
import type { ShownPlot } from './plotted-signal.ts'
import { plottedIn } from './plotted-signal.ts'
import { autoscaled } from './series.ts'
import { useTiles } from './use-tiles.ts'
import type { ViewHands } from './use-view.ts'
import { WindowBar } from './window-bar.tsx'

interface Given {
  plots: readonly ShownPlot[]
  /** Plots of the view, also those that show nothing in these recordings. */
  plotCount: number
  around: PlotSurroundings
  hands: ViewHands
  history: { canGoBack: boolean; canGoForward: boolean }
  /** At the right of the cursors: layouts, export. */
  tools: ReactNode
  /** Shown while nothing is plotted. */
  advice: ReactNode
}

/** Cells of the overview. */
const overviewColumns = 1200

/** The plots under each other on one time axis, the strip of the whole recording above them. */
export function Plots({ plots, plotCount, around, hands, history, tools, advice }: Given) {
  const { window, whole, clock, marks, room, onWindow } = around
  const narrow = useNarrow()
  const [chosen, setChosen] = useState(0)
  const edits = useMemo(() => editsOf(hands.changePlots), [hands])
  const overview = useMemo(() => plots.flatMap(({ numbers }) => numbers).slice(0, 1), [plots])
  const [overviewOf] = overview
  const { tiles } = useTiles(overview, whole, overviewColumns)
  const at = Math.min(chosen, plots.length - 1)
  const shown = narrow ? plots.slice(at, at + 1) : plots
  const keys = plotKeys(around, hands, () =>
    hands.changePlots((all) => all.reduce((now, _plot, place) => autoscaled(now, place), all)),
  )
  const rooms: CSSProperties & Record<`--${string}`, string> = {
    '--room-left': `${room.left}px`,
    '--room-right': `${room.right}px`,
  }

  function drop(event: DragEvent) {
    const ref = droppedSignal(event)
    if (ref === null) return
    event.preventDefault()
    edits.place(ref, plotCount)
  }
  return (
    <div
      className="spy-plots"
      role="group"
      aria-label="Plots"
      tabIndex={0}
      style={rooms}
      onKeyDown={(event) => pressKey(event, keys)}
      onDragOver={(event) => {
        if (carriesSignal(event)) event.preventDefault()
      }}
      onDrop={drop}
    >
      <WindowBar window={window} clock={clock} keys={keys} {...history}>
        {narrow && plots.length > 1 ? (
          <select
            className="input spy-choice"
            aria-label="Plot"
            value={at}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {plots.map((plot, i) => (
              <option key={plot.at} value={i}>
                {plottedIn(plot)
                  .map(({ signal }) => signal.name)
                  .join(', ')}
              </option>
            ))}
          </select>
        ) : null}
      </WindowBar>
      <div className="spy-tools">
        <MarkBar around={around} hands={hands} />
        {tools}
      </div>
      <OverviewStrip
        tile={(overviewOf && tiles.get(overviewOf.ref)) ?? null}
        shiftNs={overviewOf?.shiftNs ?? 0}
        marks={marks}
        spans={around.spans}
        look={overviewOf?.look ?? seriesLook(0)}
        whole={whole}
        window={window}
        onWindow={onWindow}
      />
      {plots.length === 0 ? (
        <EmptyState
          title="Choose signals to plot"
          text={`A click or Enter on a signal ${narrow ? 'above' : 'at the left'} plots it, with Shift into the plot before; or drag it here. Drag or turn the wheel to zoom; a double click shows the whole recording again.`}
        >
          {advice}
        </EmptyState>
      ) : null}
      {shown.map((plot) => (
        <PlotCard
          key={plottedIn(plot)
            .map(({ ref }) => ref)
            .join('\n')}
          shown={plot}
          plotCount={plotCount}
          around={around}
          edits={edits}
        />
      ))}
      {narrow || plots.length === 0 ? null : <p className="spy-drop-line">Drop a signal here for a plot of its own</p>}
    </div>
  )
}
