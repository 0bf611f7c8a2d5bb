import { useId } from 'react'
import './blocks.css'
import './counted-field.css'

interface CountedFieldProps {
  label: string
  value: string
  /** Characters that it may have; typing stops there. */
  limit: number
  error?: string | null
  /** Lines shown; one is a plain input. */
  lines?: number
  placeholder?: string
  autoFocus?: boolean
  onChange: (value: string) => void
  onBlur?: () => void
}

/** A text with the count of its characters under it, beside what is wrong with it. */
export function CountedField(given: CountedFieldProps) {
  const { label, value, limit, error, lines = 1, onChange, ...input } = given
  const id = useId()
  const common = {
    ...input,
    id,
    value,
    maxLength: limit,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': `${id}-foot`,
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {lines === 1 ? (
        <input {...common} className="input" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <textarea
          {...common}
          rows={lines}
          className="input counted-lines"
          onChange={(event) => onChange(event.target.value.replaceAll(/\s*\n\s*/g, ' '))}
        />
      )}
      <div id={`${id}-foot`} className="counted-foot">
        <span className="field-error">{error}</span>
        <span className="quiet">
          {value.length} / {limit}
        </span>
      </div>
    </div>
  )
}
