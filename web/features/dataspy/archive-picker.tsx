import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { DateRangeField, draftOf, isoOf } from '#web/features/groups/date-range-field.tsx'
import { dateErrors } from '#web/features/groups/date-text.ts'
import { VehiclePicker } from '#web/features/groups/vehicle-picker.tsx'
import { useZone } from '#web/format/use-zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import './archive-picker.css'
import { withNumbers } from './recording-choices.ts'
import type { RecordingChoice } from './recording-choices.ts'
import { RecordingList } from './recording-list.tsx'
import { useRecordingChoices } from './use-recording-choices.ts'

interface Given {
  /** Numbers of the files that are open; they cannot be chosen again. */
  opened: readonly string[]
  onPick: (fileId: string) => void
  onClose: () => void
}

/** Options that PageUp and PageDown pass. */
const page = 8

/** Chooses a recording of the archive by vehicle, name, time, or by its number or address; the newest come first. */
export function ArchivePicker({ opened, onPick, onClose }: Given) {
  const id = useId()
  const zone = useZone()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ fleets: number[]; vehicles: number[] }>({ fleets: [], vehicles: [] })
  const [dates, setDates] = useState(() => ({ start: draftOf(null, zone), end: draftOf(null, zone) }))
  const [active, setActive] = useState(0)
  const errors = dateErrors(dates.start.read, dates.end.read, Date.now())
  const isWrong = errors.start !== null || errors.end !== null
  const [start, end] = isWrong ? [null, null] : [isoOf(dates.start), isoOf(dates.end)]
  const found = useRecordingChoices({ typed, ...chosen, start, end })
  const choices = withNumbers(typed, found.choices)
  const current = Math.min(active, Math.max(0, choices.length - 1))

  function take({ fileId }: RecordingChoice) {
    if (opened.includes(String(fileId))) showToast('This recording is open already', 'warning', 2000)
    else onPick(String(fileId))
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive(Math.max(0, Math.min(choices.length - 1, current + step)))
      if (current + step >= choices.length - page) found.more()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = choices[current]
      if (choice !== undefined && !found.isLoading) take(choice)
    }
  }
  return (
    <Dialog
      title="Recordings of the archive"
      size="form"
      onClose={onClose}
      foot={
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      }
    >
      <div className="archive-picker">
        <div className="field">
          <label className="field-label" htmlFor={id}>
            Name, number or address
          </label>
          <input
            id={id}
            className="input"
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={choices.length === 0 ? undefined : `${id}-list-${current}`}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            placeholder="part of a collection's or file's name"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div className="archive-picker-filter">
          <VehiclePicker
            {...chosen}
            onChange={(next) => {
              setChosen(next)
              setActive(0)
            }}
          />
          <DateRangeField
            zone={zone}
            {...dates}
            errors={errors}
            onChange={(change) => {
              setDates((before) => ({ ...before, ...change }))
              setActive(0)
            }}
          />
        </div>
        <RecordingList
          id={`${id}-list`}
          choices={choices}
          opened={opened}
          active={current}
          zone={zone}
          isLoading={found.isLoading}
          error={found.error}
          onTake={take}
          onEnd={found.more}
        />
      </div>
    </Dialog>
  )
}
