import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Statistics } from '#recording/signal-store/statistics.ts'
import type { Marks } from '#web/viewer/plot/marks.ts'
import { markClasses, markNames } from '#web/viewer/plot/marks.ts'
import type { TimeWindow } from '#web/viewer/plot/time-window.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { valueText } from '#web/viewer/plot/value-text.ts'
import { unaskedSamples } from '#web/viewer/protocol.ts'
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
export const Figures = memo(function Figures({ one, window, marks, alone }: Given) {
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
      {rows.map(([name, text]) => (
        <Row key={name} name={name}>
          {text}
        </Row>
      ))}
      {isState(signal) ? null : <Deviation one={one} fromNs={fromNs} toNs={toNs} />}
      <Row name="samples">{answer ? valueText(answer.count) : ''}</Row>
    </dl>
  )
})

const Row = ({ name, title, children }: { name: string; title?: string; children: ReactNode }) => (
  <div title={title}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The standard deviation: every number of the window is read for it, and very many only when somebody asks. */
function Deviation({ one, fromNs, toNs }: { one: PlottedSignal; fromNs: number; toNs: number }) {
  const { client, signal } = one
  const [wanted, setWanted] = useState<{ fromNs: number; toNs: number } | null>(null)
  const isOf = (window: { fromNs: number; toNs: number } | null) => window?.fromNs === fromNs && window.toNs === toNs
  const most = isOf(wanted) ? Infinity : unaskedSamples
  const ask = useMemo(
    () => (stop: AbortSignal) => client.call('deviation', { signal: signal.index, fromNs, toNs, most }, stop),
    [client, signal, fromNs, toNs, most],
  )
  const { answer } = useLatest(ask)
  if (answer === null || !isOf(answer)) return <Row name="std">…</Row>
  if (answer.deviation !== null) {
    const shown = shownOf(one)
    return <Row name="std">{valueText(answer.deviation * Math.abs(shown(1) - shown(0)))}</Row>
  }
  return (
    <Row name="std" title="The standard deviation needs every sample of the window to be read">
      {most === Infinity ? (
        '…'
      ) : (
        <button type="button" className="spy-ask" onClick={() => setWanted({ fromNs, toNs })}>
          work out
        </button>
      )}
    </Row>
  )
}

function windowRows(one: PlottedSignal, answer: Statistics | null): [name: string, text: string][] {
  if (answer === null) return ['min', 'max', 'mean'].map((name) => [name, ''])
  const shown = shownOf(one)
  const ends = [shown(answer.least), shown(answer.greatest)]
  return [
    ['min', valueText(Math.min(...ends))],
    ['max', valueText(Math.max(...ends))],
    ['mean', valueText(shown(answer.mean))],
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
