import { useMemo } from 'react'
import type { Marks } from '#web/viewer/plot/marks.ts'
import { markClasses, markNames } from '#web/viewer/plot/marks.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import type { WindowStatistics } from '#web/viewer/protocol.ts'
import type { PlottedSignal } from './plotted-signal.ts'
import { isState, shownOf } from './plotted-signal.ts'
import { SeriesMark } from './series-mark.tsx'
import { textOfValue, useValueAt } from './use-values.ts'

interface Given {
  one: PlottedSignal
  window: TimeWindow
  marks: Marks
  /** The only one of its plot: it needs no name. */
  alone: boolean
}

/** Exact figures of the window, and the values at the placed cursors. */
export function Figures({ one, window, marks, alone }: Given) {
  const { client, signal, shiftNs, look, letter } = one
  const [fromNs, toNs] = [window.fromNs - shiftNs, window.toNs - shiftNs]
  const ask = useMemo(
    () => (stop: AbortSignal) => client.call('statistics', { signal: signal.index, fromNs, toNs }, stop),
    [client, signal, fromNs, toNs],
  )
  const { answer } = useLatest(ask)
  const rows = isState(signal) ? [] : windowRows(one, answer)
  return (
    <dl>
      {alone ? null : (
        <div className="spy-figures-name">
          <dt>
            <SeriesMark look={look} /> {signal.name} {letter}
          </dt>
        </div>
      )}
      <MarkFigures one={one} marks={marks} />
      {rows.map(([name, text, title]) => (
        <div key={name} title={title}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>samples</dt>
        <dd>{answer ? valueText(answer.count) : ''}</dd>
      </div>
    </dl>
  )
}

function windowRows(one: PlottedSignal, answer: WindowStatistics | null): [name: string, text: string, title?: string][] {
  if (answer === null) return ['min', 'max', 'mean', 'std'].map((name) => [name, ''])
  const shown = shownOf(one)
  const ends = [shown(answer.least), shown(answer.greatest)]
  const { deviation } = answer
  const scale = Math.abs(shown(1) - shown(0))
  return [
    ['min', valueText(Math.min(...ends))],
    ['max', valueText(Math.max(...ends))],
    ['mean', valueText(shown(answer.mean))],
    deviation === null
      ? ['std', '…', 'The standard deviation is shown when the window has fewer samples: zoom in']
      : ['std', valueText(deviation * scale)],
  ]
}

/** What it is at each placed cursor, and how far these are apart. */
function MarkFigures({ one, marks }: { one: PlottedSignal; marks: Marks }) {
  const values = [useValueAt(one, marks[0]), useValueAt(one, marks[1])] as const
  const [a, b] = values
  const shown = shownOf(one)
  const isNumber = !isState(one.signal)
  return (
    <>
      {([0, 1] as const).map((place) =>
        marks[place] === null ? null : (
          <div key={place}>
            <dt>
              at <span className={`spy-mark ${markClasses[place]}`}>{markNames[place]}</span>
            </dt>
            <dd>{textOfValue(one, values[place])}</dd>
          </div>
        ),
      )}
      {isNumber && a !== null && b !== null ? (
        <div>
          <dt>Δ</dt>
          <dd>{valueText(shown(b.value) - shown(a.value))}</dd>
        </div>
      ) : null}
    </>
  )
}
