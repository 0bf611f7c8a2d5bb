import { useState } from 'react'
import type { FormEvent } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useNarrow } from '#web/ui/data-grid/use-narrow.ts'
import './criteria-form.css'
import { DateRangeField, draftOf, isoOf } from './date-range-field.tsx'
import type { DraftDate } from './date-range-field.tsx'
import { dateErrors, dateText } from './date-text.ts'
import { isUnrestricted, resultCounts, sameCriteria } from './search-state.ts'
import type { Criteria, ResultCount } from './search-state.ts'
import { typeName } from './selection.ts'
import { VehiclePicker } from './vehicle-picker.tsx'
import { ExtensionPicker, NamePicker } from './word-pickers.tsx'

interface CriteriaFormProps {
  /** What the shown results were searched with. */
  searched: Criteria
  zone: string
  submitting: boolean
  onSearch: (criteria: Criteria) => void
}

/** The criteria while they are being edited: dates as they are typed. */
interface Draft {
  criteria: Criteria
  start: DraftDate
  end: DraftDate
}

/** Mount it anew (key) when other criteria were searched: its fields begin with them. */
export function CriteriaForm({ searched, zone, submitting, onSearch }: CriteriaFormProps) {
  const narrow = useNarrow()
  // Until somebody folds or unfolds it, a wide window has room for it and a narrow one has not.
  const [wanted, setWanted] = useState<'folded' | 'unfolded' | null>(null)
  const folded = wanted === null ? narrow : wanted === 'folded'
  const [draft, setDraft] = useState<Draft>(() => ({
    criteria: searched,
    start: draftOf(searched.start, zone),
    end: draftOf(searched.end, zone),
  }))
  const [typedName, setTypedName] = useState('')
  const { fleets, vehicles, names, extensions, max } = draft.criteria
  // What was typed and not yet made a tag is meant, too.
  const allNames = typedName.trim() === '' ? names : [...new Set([...names, typedName.trim()])]
  const criteria: Criteria = { ...draft.criteria, names: allNames, start: isoOf(draft.start), end: isoOf(draft.end) }
  const errors = dateErrors(draft.start.read, draft.end.read, Date.now())
  const valid = errors.start === null && errors.end === null
  const touched = !sameCriteria(criteria, searched)
  const reason = submitting
    ? 'The search is running'
    : !valid
      ? 'Correct the dates first'
      : touched
        ? undefined
        : 'Change a criterion to search again'
  const change = (part: Partial<Criteria>) => setDraft((before) => ({ ...before, criteria: { ...before.criteria, ...part } }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason !== undefined) return
    if (narrow) setWanted('folded')
    onSearch(criteria)
  }

  if (folded) {
    return (
      <button type="button" className="panel criteria-summary" aria-expanded="false" onClick={() => setWanted('unfolded')}>
        <span>
          {narrow ? null : <span className="quiet">Search Criteria · </span>}
          {summaryOf(searched, zone)}
        </span>
        <Icon name="down" size={16} />
      </button>
    )
  }

  return (
    <form className="panel criteria" aria-label="Search Criteria" onSubmit={submit}>
      {narrow ? (
        <button type="button" className="criteria-fold" aria-expanded="true" onClick={() => setWanted('folded')}>
          <span>Search Criteria</span>
          <Icon name="down" size={16} />
        </button>
      ) : null}
      <VehiclePicker fleets={fleets} vehicles={vehicles} onChange={change} />
      <DateRangeField
        zone={zone}
        start={draft.start}
        end={draft.end}
        errors={errors}
        onChange={(dates) => setDraft((before) => ({ ...before, ...dates }))}
      />
      <NamePicker
        fleets={fleets}
        vehicles={vehicles}
        words={names}
        onChange={(words) => change({ names: words })}
        typed={typedName}
        onTyped={setTypedName}
      />
      <ExtensionPicker
        fleets={fleets}
        vehicles={vehicles}
        words={extensions}
        onChange={(words) => change({ extensions: words })}
      />
      <label className="field criteria-max">
        <span className="field-label">Results</span>
        <select
          className="input"
          value={max}
          onChange={(event) => change({ max: resultCounts.find((count) => String(count) === event.target.value) ?? max })}
        >
          {resultCounts.map((count: ResultCount) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </select>
      </label>
      <div className="criteria-end">
        <button type="submit" className="button primary criteria-go" disabled={reason !== undefined} title={reason}>
          Search
        </button>
        {narrow ? null : (
          <button
            type="button"
            className="button quiet icon criteria-fold-up"
            aria-label="Fold the criteria"
            title="Fold the criteria"
            aria-expanded="true"
            onClick={() => setWanted('folded')}
          >
            <Icon name="down" size={16} />
          </button>
        )}
      </div>
    </form>
  )
}

/** The criteria in one line. */
function summaryOf(criteria: Criteria, zone: string): string {
  const { fleets, vehicles, start, end, names, extensions } = criteria
  if (isUnrestricted(criteria)) return 'Everything, newest first'
  const counted = (count: number, one: string) => (count === 0 ? null : `${count} ${one}${count === 1 ? '' : 's'}`)
  const day = (iso: string | null, none: string) => (iso === null ? none : dateText(iso, zone).slice(0, 10))
  const parts = [
    counted(fleets.length, 'fleet'),
    counted(vehicles.length, 'vehicle'),
    start === null && end === null ? null : `${day(start, 'any time')} to ${day(end, 'now')}`,
    names.length === 0 ? null : names.join(', '),
    extensions.length === 0 ? null : extensions.map(typeName).join(', '),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
