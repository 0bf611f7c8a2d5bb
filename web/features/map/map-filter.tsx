import { useState } from 'react'
import type { FormEvent } from 'react'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import { dateErrors } from '#web/features/groups/date-text.ts'
import { VehiclePicker } from '#web/features/groups/vehicle-picker.tsx'
import { useZone } from '#web/format/use-zone.ts'
import type { MapSearch } from './map-search.ts'

type Chosen = Pick<MapSearch, 'fleets' | 'vehicles' | 'start' | 'end'>

/** Mount it anew (key) when the address says something else. */
export function MapFilter({ search, onShow }: { search: MapSearch; onShow: (chosen: Chosen) => void }) {
  const zone = useZone()
  const [picked, setPicked] = useState({ fleets: search.fleets, vehicles: search.vehicles })
  const [dates, setDates] = useState(() => ({ start: draftOf(search.start, zone), end: draftOf(search.end, zone) }))
  const errors = dateErrors(dates.start.read, dates.end.read, Date.now())
  const isWrong = errors.start !== null || errors.end !== null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isWrong) onShow({ ...picked, start: isoOf(dates.start), end: isoOf(dates.end) })
  }
  return (
    <form className="panel map-filter" aria-label="What the map shows" onSubmit={submit}>
      <VehiclePicker {...picked} onChange={setPicked} />
      <DateRangeField
        zone={zone}
        {...dates}
        errors={errors}
        onChange={(change) => setDates((before) => ({ ...before, ...change }))}
      />
      <button type="submit" className="button primary" disabled={isWrong} title={isWrong ? 'Correct the dates first' : undefined}>
        Show
      </button>
    </form>
  )
}
