import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import './calendar.css'

interface CalendarProps {
  zone: string
  /** The chosen moment, ISO 8601. */
  value: string | null
  /** Days outside cannot be chosen, milliseconds since 1970. */
  earliest: number | null
  latest: number
  onDay: (day: { year: number; month: number; day: number }) => void
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const steps: Readonly<Record<string, Temporal.DurationLike>> = {
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: { weeks: -1 },
  ArrowDown: { weeks: 1 },
  PageUp: { months: -1 },
  PageDown: { months: 1 },
}

/** A month of days in the user's zone. Loaded when a date field is first opened; needs Temporal. */
export function Calendar({ zone, value, earliest, latest, onDay }: CalendarProps) {
  const dayAt = (milliseconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone).toPlainDate()
  const today = Temporal.Now.plainDateISO(zone)
  const chosen = value === null ? null : dayAt(Date.parse(value))
  const [first, last] = [earliest === null ? null : dayAt(earliest), dayAt(latest)]
  const [focus, setFocus] = useState(() => chosen ?? last)
  const grid = useRef<HTMLTableElement>(null)
  const monthStart = focus.with({ day: 1 })
  const start = monthStart.subtract({ days: monthStart.dayOfWeek - 1 })
  const allowed = (day: Temporal.PlainDate) =>
    (first === null || Temporal.PlainDate.compare(day, first) >= 0) && Temporal.PlainDate.compare(day, last) <= 0

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = focus.add(step)
    setFocus(next)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next.toString()}"]`)?.focus())
  }

  return (
    <div className="calendar">
      <div className="calendar-head">
        <button
          type="button"
          className="button quiet icon"
          aria-label="Month before"
          onClick={() => setFocus(focus.subtract({ months: 1 }))}
        >
          <Icon name="back" />
        </button>
        <strong aria-live="polite">{monthName.format(Date.UTC(monthStart.year, monthStart.month - 1, 1))}</strong>
        <button
          type="button"
          className="button quiet icon"
          aria-label="Month after"
          disabled={Temporal.PlainDate.compare(monthStart.add({ months: 1 }), last) > 0}
          onClick={() => setFocus(focus.add({ months: 1 }))}
        >
          <Icon name="right" />
        </button>
      </div>
      <table ref={grid} role="grid" onKeyDown={move}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[0, 1, 2, 3, 4, 5].map((week) => (
            <tr key={week}>
              {weekdays.map((name, index) => {
                const day = start.add({ days: week * 7 + index })
                const isChosen = chosen?.equals(day) ?? false
                return (
                  <td key={name} aria-selected={isChosen}>
                    <button
                      type="button"
                      data-day={day.toString()}
                      className={`calendar-day${isChosen ? ' chosen' : ''}${day.equals(today) ? ' today' : ''}${day.month === focus.month ? '' : ' other'}`}
                      tabIndex={day.equals(focus) ? 0 : -1}
                      aria-label={day.toString()}
                      disabled={!allowed(day)}
                      onClick={() => onDay({ year: day.year, month: day.month, day: day.day })}
                    >
                      {day.day}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
