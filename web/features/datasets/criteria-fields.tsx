import { useState } from 'react'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import type { DraftDate } from '#web/features/groups/date-range-field.tsx'
import type { DateErrors } from '#web/features/groups/date-text.ts'
import { VehiclePicker } from '#web/features/groups/vehicle-picker.tsx'
import { ExtensionPicker, NamePicker } from '#web/features/groups/word-pickers.tsx'
import type { DatasetCriteria } from './filters.ts'

/** Criteria while they are edited: dates as they are typed, and a name that is not a tag yet. */
export interface CriteriaDraft {
  readonly criteria: DatasetCriteria
  readonly start: DraftDate
  readonly end: DraftDate
  readonly typedName: string
}

export const draftOfCriteria = (criteria: DatasetCriteria, zone: string): CriteriaDraft => ({
  criteria,
  start: draftOf(criteria.start, zone),
  end: draftOf(criteria.end, zone),
  typedName: '',
})

/** What is meant: a word that was typed and not made a tag, too. */
export function meantCriteria({ criteria, start, end, typedName }: CriteriaDraft): DatasetCriteria {
  const word = typedName.trim()
  const names = word === '' ? criteria.names : [...new Set([...criteria.names, word])]
  return { ...criteria, names, start: isoOf(start), end: isoOf(end) }
}

export function useCriteriaDraft(first: DatasetCriteria, zone: string) {
  return useState<CriteriaDraft>(() => draftOfCriteria(first, zone))
}

interface Given {
  draft: CriteriaDraft
  zone: string
  dateErrors: DateErrors
  /** What an empty date stands for. */
  placeholders?: { start: string; end: string }
  /** Changes what is there then: a picker may tell two things at once. */
  onChange: (change: (before: CriteriaDraft) => CriteriaDraft) => void
}

/** Fleets and vehicles, dates, names and extensions, as in a search of the archive. */
export function CriteriaFields({ draft, zone, dateErrors, placeholders, onChange }: Given) {
  const { criteria, start, end, typedName } = draft
  const change = (part: Partial<DatasetCriteria>) =>
    onChange((before) => ({ ...before, criteria: { ...before.criteria, ...part } }))
  const selected = { fleets: criteria.fleets, vehicles: criteria.vehicles }
  return (
    <>
      <VehiclePicker {...selected} onChange={change} />
      <DateRangeField
        {...{ zone, start, end }}
        {...(placeholders ? { placeholders } : {})}
        errors={dateErrors}
        onChange={(dates) => onChange((before) => ({ ...before, ...dates }))}
      />
      <NamePicker
        {...selected}
        words={criteria.names}
        onChange={(names) => change({ names })}
        typed={typedName}
        onTyped={(typed) => onChange((before) => ({ ...before, typedName: typed }))}
      />
      <ExtensionPicker {...selected} words={criteria.extensions} onChange={(extensions) => change({ extensions })} />
    </>
  )
}
