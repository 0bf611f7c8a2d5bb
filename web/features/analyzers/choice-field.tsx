import { useId } from 'react'

interface Choice {
  readonly id: number
  readonly name: string
  /** Why it cannot be chosen. */
  readonly reason?: string | undefined
}

interface Given {
  label: string
  value: number | null
  choices: readonly Choice[]
  /** What is meant when nothing is chosen; without it something must be. */
  optional?: string
  /** Shown when there is nothing to choose. */
  none?: string
  loading?: boolean
  error?: string | undefined
  onChange: (id: number | null) => void
}

/** One of a list of named things. */
export function ChoiceField({ label, value, choices, optional, none, loading = false, error, onChange }: Given) {
  const id = useId()
  const isKnown = value === null || choices.some((choice) => choice.id === value)
  const first = loading ? 'Loading…' : (optional ?? (choices.length === 0 ? (none ?? 'none') : 'Choose…'))
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={isKnown ? (value ?? '') : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        disabled={loading || (choices.length === 0 && optional === undefined)}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{first}</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id} disabled={choice.reason !== undefined}>
            {choice.reason === undefined ? choice.name : `${choice.name} (${choice.reason})`}
          </option>
        ))}
      </select>
      <div id={`${id}-error`} className="field-error">
        {error}
      </div>
    </div>
  )
}
