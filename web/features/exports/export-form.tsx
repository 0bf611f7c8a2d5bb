import { useEffect, useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { ExportFormat } from '#contract/exports.ts'
import { useZone } from '#web/format/use-zone.ts'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import { dateErrors } from '#web/features/groups/date-text.ts'
import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { clampedRate, greatestRate, leastRate, usualRate } from './force-rate.ts'
import { SignalPicker } from './signal-picker.tsx'

/** What is asked for, beside the files. */
export interface ExportWish {
  forceRate: number
  /** Sum of the chosen formats' values. */
  format: number
  startDate?: string
  endDate?: string
  signals?: string[]
}

interface Given {
  id: string
  formats: readonly ExportFormat[]
  recordings: readonly ChosenVersion[]
  disabled: boolean
  onValid: (valid: boolean) => void
  onExport: (wish: ExportWish) => void
}

/** Formats and rate; a part of the time and some of the signals for those who want less. */
export function ExportForm({ id, formats, recordings, disabled, onValid, onExport }: Given) {
  const groupId = useId()
  const zone = useZone()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [rate, setRate] = useState(String(usualRate))
  const [start, setStart] = useState(() => draftOf(null, zone))
  const [end, setEnd] = useState(() => draftOf(null, zone))
  const [signals, setSignals] = useState<readonly string[]>([])
  const errors = dateErrors(start.read, end.read, Date.now())
  const valid = chosen.size > 0 && errors.start === null && errors.end === null
  const asTable = formats.some(({ exporterValue, extension }) => extension === 'csv' && chosen.has(exporterValue))
  useEffect(() => onValid(valid), [valid, onValid])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!valid || disabled) return
    const [startDate, endDate] = [isoOf(start), isoOf(end)]
    onExport({
      forceRate: clampedRate(rate),
      format: [...chosen].reduce((sum, value) => sum + value, 0),
      ...(startDate === null ? {} : { startDate }),
      ...(endDate === null ? {} : { endDate }),
      ...(signals.length === 0 ? {} : { signals: [...signals] }),
    })
  }

  function toggle(value: number) {
    const after = new Set(chosen)
    if (!after.delete(value)) after.add(value)
    setChosen(after)
  }

  return (
    <form id={id} className="export-form" onSubmit={submit}>
      <div role="group" aria-labelledby={groupId}>
        <div className="field-label" id={groupId}>
          Exports
        </div>
        <div className="export-formats">
          {formats.map(({ id: formatId, name, extension, enabled, exporterValue }) => (
            <label key={formatId} className={chosen.has(exporterValue) ? 'export-format on' : 'export-format'}>
              <input
                type="checkbox"
                checked={chosen.has(exporterValue)}
                disabled={!enabled || disabled}
                onChange={() => toggle(exporterValue)}
              />
              <span>{name}</span> <span className="quiet">.{extension}</span>
            </label>
          ))}
        </div>
      </div>
      <div className="export-rate">
        <TextField
          label="Force Rate"
          type="number"
          min={leastRate}
          max={greatestRate}
          step={1}
          value={rate}
          disabled={disabled}
          onChange={(event) => setRate(event.target.value)}
          onBlur={() => setRate(String(clampedRate(rate)))}
        />
        <p className="quiet">
          Rows a second, up to {greatestRate}; {leastRate} writes signals as recorded. Frames are always as recorded.
        </p>
      </div>
      {asTable && clampedRate(rate) <= 0 ? (
        <p className="export-advice" role="status">
          As recorded, a CSV has a row for each moment at which any signal was sampled. Of recordings with many messages give a
          rate, such as 10.
        </p>
      ) : null}
      <details className="export-more">
        <summary>Part of the recording</summary>
        <DateRangeField
          zone={zone}
          start={start}
          end={end}
          errors={errors}
          placeholders={{ start: 'its start', end: 'its end' }}
          onChange={(change) => {
            if (change.start) setStart(change.start)
            if (change.end) setEnd(change.end)
          }}
        />
        <SignalPicker recordings={recordings} signals={signals} onChange={setSignals} />
      </details>
    </form>
  )
}
