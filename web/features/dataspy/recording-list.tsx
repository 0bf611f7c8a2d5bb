import { useEffect } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { formatMoment } from '#web/format/time.ts'
import { typeName } from '#web/features/groups/selection.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { durationText } from '#web/viewer/plot/clock.ts'
import type { RecordingChoice } from './recording-choices.ts'

interface Given {
  id: string
  choices: readonly RecordingChoice[]
  opened: readonly string[]
  /** The option that Enter takes. */
  active: number
  zone: string
  isLoading: boolean
  error: Error | null
  onTake: (choice: RecordingChoice) => void
  /** The last options are in sight. */
  onEnd: () => void
}

/** What a picker offers; its text field keeps the focus. Options have the list's id with their place. */
export function RecordingList({ id, choices, opened, active, zone, isLoading, error, onTake, onEnd }: Given) {
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [id, active])
  return (
    <div
      className="archive-picker-scroll"
      aria-busy={isLoading}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 200) onEnd()
      }}
    >
      <div id={id} role="listbox" aria-label="Recordings, newest first">
        {choices.map((choice, at) => (
          <Option
            key={choice.fileId}
            id={`${id}-${at}`}
            choice={choice}
            isOpen={opened.includes(String(choice.fileId))}
            isActive={at === active}
            zone={zone}
            onTake={onTake}
          />
        ))}
      </div>
      {error !== null ? (
        <ErrorCard title="The recordings could not be loaded" error={asApiError(error)} />
      ) : choices.length === 0 ? (
        <p className="archive-picker-note">
          {isLoading ? 'Loading recordings...' : 'No recording passes. Widen the dates or the name.'}
        </p>
      ) : null}
    </div>
  )
}

interface OptionGiven {
  id: string
  choice: RecordingChoice
  isOpen: boolean
  isActive: boolean
  zone: string
  onTake: (choice: RecordingChoice) => void
}

function Option({ id, choice, isOpen, isActive, zone, onTake }: OptionGiven) {
  const { fileId, vehicle, name, fileName, extension, start, end } = choice
  const length = start === null || end === null ? '' : durationText((Date.parse(end) - Date.parse(start)) * 1e6)
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isOpen || undefined}
      className={isActive ? 'archive-choice active' : 'archive-choice'}
      title={fileName ?? undefined}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(choice)}
    >
      <span className="archive-choice-name">{name ?? `File ${fileId}`}</span>
      <span className="archive-choice-vehicle">{vehicle ?? (name === null ? 'by its number' : 'no vehicle')}</span>
      <span className="archive-choice-time num">{formatMoment(start, zone)}</span>
      <span className="archive-choice-kind num">
        {isOpen ? 'open' : `${length} ${extension === '' ? '' : typeName(extension)}`}
      </span>
    </div>
  )
}
