import { useDeferredValue, useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { NumberPlot } from '#web/viewer/plot/number-plot.tsx'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import { lineWidthOf } from '#web/viewer/plot/plot-line.ts'
import { axisKeyOf } from '#web/viewer/plot/value-axis.ts'
import { useNear } from '#web/viewer/plot/use-near.ts'
import { useWidth } from '#web/viewer/plot/use-width.ts'
import { carriesPlot, carriesSignal, droppedPlot, droppedSignal } from '#web/viewer/tree/signal-drag.ts'
import type { PlotEdits } from './plot-edits.ts'
import { Figures } from './plot-figures.tsx'
import { LegendEntry } from './plot-legend.tsx'
import { PlotMenu } from './plot-menu.tsx'
import type { ShownPlot } from './plotted-signal.ts'
import { plottedIn, scaleOf } from './plotted-signal.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { StateBand } from './state-band.tsx'
import { useTiles } from './use-tiles.ts'

interface Given {
  shown: ShownPlot
  plotCount: number
  around: PlotSurroundings
  edits: PlotEdits
}

/** Pixels of a plot of numbers, unless another height was chosen. */
export const usualHeight = 176

/** One plot with its names, values at the cursors and statistics of the window. */
export function PlotCard({ shown, plotCount, around, edits }: Given) {
  const { at, plot, numbers, states, axes } = shown
  const { element, width } = useWidth<HTMLDivElement>()
  const { element: card, isNear } = useNear<HTMLElement>()
  const { tiles, problem } = useTiles(numbers, around.window, isNear ? width : 0)
  // Figures may come a frame later: a hand on the wheel waits for the picture.
  const figuresWindow = useDeferredValue(around.window)
  const [isOver, setOver] = useState(false)
  const height = plot.height ?? usualHeight
  const plotted = plottedIn(shown)
  const label = plotted.map(({ signal }) => signal.name).join(', ')
  const takes = (event: DragEvent) => carriesSignal(event) || carriesPlot(event)

  function drop(event: DragEvent) {
    setOver(false)
    const [signal, other] = [droppedSignal(event), droppedPlot(event)]
    if (signal === null && other === null) return
    event.preventDefault()
    event.stopPropagation()
    if (signal !== null) edits.place(signal, at)
    else if (other !== null) edits.reorder(other, at)
  }
  function press(event: KeyboardEvent) {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key]
    if (!event.altKey || to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    edits.reorder(at, to)
  }
  return (
    <section
      ref={card}
      className={`spy-plot${isOver ? ' over' : ''}`}
      aria-label={`Plot of ${label}`}
      onKeyDown={press}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="spy-plot-main">
        <header>
          {plotted.map((one) => (
            <LegendEntry key={one.ref} one={one} cursor={around.cursor} edits={edits} at={at} plotCount={plotCount} />
          ))}
          <PlotMenu at={at} plotCount={plotCount} label={label} height={height} edits={edits} />
        </header>
        <div ref={element}>
          {numbers.length > 0 ? (
            <NumberPlot
              {...around}
              label={numbers.map(({ signal }) => signal.name).join(', ')}
              height={height}
              axes={axes}
              onRange={(axis, range) => edits.range(at, axis, range)}
              lines={numbers.map((one) => ({
                key: one.ref,
                axis: axisPlace(one, axes),
                look: one.look,
                tile: tiles.get(one.ref) ?? null,
                line: one.series.line,
                width: lineWidthOf(one.series.width),
                scale: scaleOf(one),
                shiftNs: one.shiftNs,
              }))}
            />
          ) : null}
          {states.map((one) => (
            <StateBand key={one.ref} one={one} around={around} width={isNear ? width : 0} />
          ))}
        </div>
        {problem ? (
          <p className="spy-problem" role="alert">
            {problem}
          </p>
        ) : null}
        {numbers.length > 0 ? <ResizeHandle height={height} label={label} onResize={(to) => edits.resize(at, to)} /> : null}
      </div>
      <div className="spy-figures" tabIndex={0} role="group" aria-label={`Figures of ${label}`}>
        {plotted.map((one) => (
          <Figures key={one.ref} one={one} window={figuresWindow} marks={around.marks} alone={plotted.length === 1} />
        ))}
      </div>
    </section>
  )
}

function axisPlace({ signal, series }: ShownPlot['numbers'][number], axes: ShownPlot['axes']): number {
  const key = axisKeyOf({ unit: signal.unit, raw: series.raw, side: series.side })
  return Math.max(
    0,
    axes.findIndex((axis) => axis.key === key),
  )
}
