import { useMemo } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { NumberPlot } from '#web/viewer/plot/number-plot.tsx'
import type { PlotSurroundings } from '#web/viewer/plot/plot-frame.tsx'
import type { SeriesLook } from '#web/viewer/plot/plot-line.ts'
import { StatePlot } from '#web/viewer/plot/state-plot.tsx'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { useWidth } from '#web/viewer/plot/use-width.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import type { ListedSignal } from '#web/viewer/tree/tree-rows.ts'
import { CursorValue } from './cursor-value.tsx'
import { isState, useNames } from './use-names.ts'
import { useTiles } from './use-tiles.ts'

export interface PlottedSignal extends ListedSignal {
  readonly look: SeriesLook
}

interface Given {
  client: RecordingClient
  plotted: readonly PlottedSignal[]
  around: PlotSurroundings
  onRemove: (key: string) => void
}

const numberHeight = 176
const stateHeight = 92

/** One plot with its names, values at the cursor and statistics of the window. */
export function PlotCard({ client, plotted, around, onRemove }: Given) {
  const { element, width } = useWidth<HTMLDivElement>()
  const signals = useMemo(() => plotted.map(({ signal }) => signal), [plotted])
  const { tiles, problem } = useTiles(client, signals, around.window, width)
  const first = plotted[0]
  const state = first !== undefined && isState(first.signal) ? first.signal : null
  const names = useNames(client, state)
  const label = plotted.map(({ signal }) => signal.name).join(', ')
  return (
    <section className="spy-plot" aria-label={`Plot of ${label}`}>
      <div className="spy-plot-main">
        <header>
          {plotted.map(({ key, signal, look }) => (
            <span key={key} className="spy-legend">
              <SeriesMark look={look} />
              <strong title={`${signal.group.name}: ${signal.name}`}>{signal.name}</strong>
              <CursorValue client={client} signal={signal} cursor={around.cursor} />
              <span className="quiet">{signal.unit}</span>
              <button
                type="button"
                className="spy-remove"
                aria-label={`Take ${signal.name} away`}
                title={`Take ${signal.name} away`}
                onClick={() => onRemove(key)}
              >
                <Icon name="close" size={13} />
              </button>
            </span>
          ))}
        </header>
        <div ref={element}>
          {state ? (
            <StatePlot
              {...around}
              label={label}
              tile={tiles.get(state.index) ?? null}
              nameOf={names.nameOf}
              known={names.known}
              height={stateHeight}
            />
          ) : (
            <NumberPlot
              {...around}
              label={label}
              height={numberHeight}
              lines={plotted.map(({ key, signal, look }) => ({
                key,
                look,
                unit: signal.unit,
                tile: tiles.get(signal.index) ?? null,
              }))}
            />
          )}
        </div>
        {problem ? (
          <p className="spy-problem" role="alert">
            {problem}
          </p>
        ) : null}
      </div>
      <div className="spy-figures">
        {plotted.map((one) => (
          <Figures key={one.key} client={client} one={one} around={around} alone={plotted.length === 1} />
        ))}
      </div>
    </section>
  )
}

function SeriesMark({ look: { color, dash } }: { look: SeriesLook }) {
  return (
    <svg width="18" height="8" aria-hidden="true">
      <line x1="1" x2="17" y1="4" y2="4" stroke={`var(${color})`} strokeWidth="3" strokeDasharray={dash.join(' ')} />
    </svg>
  )
}

/** Least, greatest and mean of the window, exact. */
function Figures({
  client,
  one: { signal, look },
  around: { window },
  alone,
}: {
  client: RecordingClient
  one: PlottedSignal
  around: PlotSurroundings
  alone: boolean
}) {
  const { fromNs, toNs } = window
  const ask = useMemo(
    () => () => client.call('statistics', { signal: signal.index, fromNs, toNs }),
    [client, signal, fromNs, toNs],
  )
  const { answer } = useLatest(ask)
  const coded = isState(signal)
  return (
    <dl>
      {alone ? null : (
        <div className="spy-figures-name">
          <dt>
            <SeriesMark look={look} /> {signal.name}
          </dt>
        </div>
      )}
      {coded ? null : (
        <>
          <div>
            <dt>min</dt>
            <dd>{answer ? valueText(answer.least) : ''}</dd>
          </div>
          <div>
            <dt>max</dt>
            <dd>{answer ? valueText(answer.greatest) : ''}</dd>
          </div>
          <div>
            <dt>mean</dt>
            <dd>{answer ? valueText(answer.mean) : ''}</dd>
          </div>
        </>
      )}
      <div>
        <dt>samples</dt>
        <dd>{answer ? valueText(answer.count) : ''}</dd>
      </div>
    </dl>
  )
}
