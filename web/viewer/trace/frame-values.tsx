import { useMemo } from 'react'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import { useLatest } from '../plot/use-latest.ts'
import type { FrameRow, FrameValue } from '../protocol.ts'
import { dataText, physicalText, rawText } from './frame-text.ts'

interface Given {
  id: string
  row: FrameRow
  /** Of the recording, by their index; none without a catalog. */
  signals: readonly StoredSignal[]
  valuesOf: (row: number) => Promise<readonly FrameValue[]>
  onCopy: () => void
}

/** What a frame says by its signals, below its line. */
export function FrameValues({ id, row, signals, valuesOf, onCopy }: Given) {
  const place = row.row
  const ask = useMemo(() => () => valuesOf(place).then((values) => ({ values, place })), [valuesOf, place])
  const { answer, problem } = useLatest(ask)
  const values = answer?.place === place ? answer.values : null
  const titles = new Set(values?.map(({ message }) => message))
  return (
    <div id={id} role="row" aria-level={2} className="frames-values">
      <div role="gridcell">
        <div className="frames-values-head">
          {row.length > shortData ? <span className="mono frames-all">{dataText(row)}</span> : null}
          <button type="button" className="button quiet" onClick={onCopy} title="As a line of text (Ctrl + C)">
            Copy
          </button>
        </div>
        {problem === null ? null : <p className="quiet">{problem}</p>}
        {values === null && problem === null ? <p className="quiet">Reading…</p> : null}
        {values?.length === 0 ? <p className="quiet">{signals.length === 0 ? noCatalog : noSignal}</p> : null}
        {[...titles].map((title) => (
          <div key={title}>
            {title === row.name ? null : <p className="frames-long">{title}, a long message that ends here</p>}
            <ul className="frames-signals">
              {values
                ?.filter(({ message }) => message === title)
                .map((value) => {
                  const signal = signals[value.signal]
                  return (
                    <li key={value.signal} title={signal?.comment}>
                      <span className="frames-signal">{signal?.name}</span>
                      <strong>{physicalText(value, signal?.unit ?? '')}</strong>
                      {signal?.kind === 'text' ? null : <span className="quiet mono">{rawText(value.raw)}</span>}
                    </li>
                  )
                })}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}

/** Bytes that a line always shows whole. */
const shortData = 8
const noCatalog = 'No catalog decodes this recording: see the tab Catalogs.'
const noSignal = 'No catalog in use has a signal in this frame.'
