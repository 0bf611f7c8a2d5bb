import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { ensureTemporal } from '#web/format/temporal.ts'
import { Icon } from '#web/ui/icon.tsx'
import { dateHint, dateText, latestStart, readDate, withinLimits } from './date-text.ts'
import type { DateErrors, ReadDate } from './date-text.ts'
import './date-range-field.css'

const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

/** One end of the range while it is being edited. */
export interface DraftDate {
  text: string
  read: ReadDate
}

export const draftOf = (iso: string | null, zone: string): DraftDate => ({
  text: dateText(iso, zone),
  read: iso === null ? { kind: 'none' } : { kind: 'moment', iso },
})

export const isoOf = ({ read }: DraftDate): string | null => (read.kind === 'moment' ? read.iso : null)

interface DateRangeFieldProps {
  label?: string
  zone: string
  start: DraftDate
  end: DraftDate
  errors: DateErrors
  /** What an empty field stands for. */
  placeholders?: { start: string; end: string }
  onChange: (change: { start?: DraftDate; end?: DraftDate }) => void
}

const anyTime = { start: 'any time', end: 'now' }

/** Two text fields that take a date and time in the user's zone, each with a calendar. */
export function DateRangeField(given: DateRangeFieldProps) {
  const { label = 'Date Range', zone, start, end, errors, placeholders = anyTime, onChange } = given
  const id = useId()
  const [open, setOpen] = useState<'start' | 'end' | null>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    ensureTemporal().then(
      () => setReady(true),
      () => undefined,
    )
  }, [])
  const message = errors.start ?? errors.end
  const drafts = { start, end }

  function pick(side: 'start' | 'end', day: { year: number; month: number; day: number }) {
    const two = (part: number) => String(part).padStart(2, '0')
    const read = readDate(`${day.year}/${two(day.month)}/${two(day.day)}`, zone, side)
    const other = isoOf(side === 'start' ? end : start)
    if (read.kind === 'moment') onChange({ [side]: draftOf(withinLimits(read.iso, side, other, Date.now()), zone) })
    setOpen(null)
  }

  return (
    <div
      className="field dates"
      role="group"
      aria-labelledby={`${id}-label`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open !== null) {
          event.preventDefault()
          setOpen(null)
        }
      }}
    >
      <span className="field-label" id={`${id}-label`}>
        {label} <span className="dates-zone">({zone})</span>
      </span>
      <div className={message === null ? 'dates-box' : 'dates-box wrong'}>
        {(['start', 'end'] as const).map((side) => (
          <span key={side} className="dates-part">
            {side === 'end' ? <span className="quiet dates-to">to</span> : null}
            <input
              aria-label={side === 'start' ? 'Start' : 'End'}
              aria-invalid={errors[side] !== null || undefined}
              aria-describedby={message === null ? undefined : `${id}-error`}
              placeholder={placeholders[side]}
              title={dateHint}
              autoComplete="off"
              spellCheck={false}
              disabled={!ready}
              value={drafts[side].text}
              onFocus={() => setOpen(null)}
              onChange={(event) =>
                onChange({ [side]: { text: event.target.value, read: readDate(event.target.value, zone, side) } })
              }
              onBlur={() => {
                const iso = isoOf(drafts[side])
                if (iso !== null) onChange({ [side]: draftOf(iso, zone) })
              }}
            />
            <button
              type="button"
              className="dates-open"
              disabled={!ready}
              aria-label={`Choose the ${side} in a calendar`}
              aria-expanded={open === side}
              onClick={() => setOpen(open === side ? null : side)}
            >
              <Icon name="down" size={14} />
            </button>
          </span>
        ))}
        {start.text !== '' || end.text !== '' ? (
          <button
            type="button"
            className="dates-open"
            aria-label="Clear the dates"
            onClick={() => onChange({ start: draftOf(null, zone), end: draftOf(null, zone) })}
          >
            <Icon name="close" size={14} />
          </button>
        ) : null}
      </div>
      {message === null ? null : (
        <div id={`${id}-error`} className="dates-error" role="alert">
          {message}
        </div>
      )}
      {open === null ? null : (
        <div className="dates-drop" data-side={open}>
          <Suspense fallback={<div style={{ width: 252, height: 270 }} />}>
            <Calendar
              key={open}
              zone={zone}
              value={isoOf(drafts[open])}
              earliest={open === 'end' && isoOf(start) !== null ? Date.parse(isoOf(start) ?? '') : null}
              latest={open === 'start' ? latestStart(isoOf(end), Date.now()) : Date.now()}
              onDay={(day) => pick(open, day)}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
