import { useState } from 'react'
import type { FormEvent } from 'react'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import type { DraftDate } from '#web/features/groups/date-range-field.tsx'
import type { ResultSearch } from './search-state.ts'
import { dateProblems, nothingChosen } from './search-state.ts'

interface Given {
  /** What is shown now; mount the form anew (key) when it changes from elsewhere. */
  searched: ResultSearch
  zone: string
  onSearch: (change: Pick<ResultSearch, 'start' | 'end' | 'hasResults'>) => void
}

/** When results were made, and whether they have files. */
export function ResultSearchForm({ searched, zone, onSearch }: Given) {
  const [dates, setDates] = useState<{ start: DraftDate; end: DraftDate; changed: 'start' | 'end' }>(() => ({
    start: draftOf(searched.start, zone),
    end: draftOf(searched.end, zone),
    changed: 'end',
  }))
  const [hasResults, setHasResults] = useState(searched.hasResults)
  const [told, setTold] = useState<string | null>(null)
  const { start, end, changed } = dates
  const problems = dateProblems(start.read, end.read, changed)
  const isWrong = problems.start !== null || problems.end !== null
  const isSearched = searched.start !== null || searched.end !== null || searched.hasResults

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isWrong) return
    const wanted = { start: isoOf(start), end: isoOf(end), hasResults }
    if (wanted.start === null && wanted.end === null && !hasResults) return setTold(nothingChosen)
    setTold(null)
    onSearch(wanted)
  }

  return (
    <form className="panel result-search" aria-label="Search" onSubmit={submit}>
      <DateRangeField
        zone={zone}
        start={start}
        end={end}
        errors={problems}
        onChange={(change) => {
          setTold(null)
          setDates((before) => ({ ...before, ...change, changed: change.end === undefined ? 'start' : 'end' }))
        }}
      />
      <label className="result-check">
        <input
          type="checkbox"
          checked={hasResults}
          onChange={(event) => {
            setTold(null)
            setHasResults(event.target.checked)
          }}
        />
        Has Results
      </label>
      <div className="result-search-acts">
        <button type="submit" className="button primary" disabled={isWrong}>
          Search
        </button>
        {isSearched ? (
          <button type="button" className="button quiet" onClick={() => onSearch({ start: null, end: null, hasResults: false })}>
            Show all
          </button>
        ) : null}
      </div>
      {told === null ? null : (
        <p className="result-told" role="alert">
          {told}
        </p>
      )}
    </form>
  )
}
