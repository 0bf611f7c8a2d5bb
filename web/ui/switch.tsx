import { useId } from 'react'
import './switch.css'

interface SwitchProps {
  label: string
  /** What it does, under the label. */
  text?: string
  on: boolean
  disabled?: boolean
  onTurn: (on: boolean) => void
}

/** Something that is on or off, with its name and what it does. */
export function Switch({ label, text, on, disabled = false, onTurn }: SwitchProps) {
  const id = useId()
  return (
    <div className="switch-row">
      <span>
        <label className="switch-label" htmlFor={id}>
          {label}
        </label>
        {text ? (
          <span id={`${id}-text`} className="quiet switch-text">
            {text}
          </span>
        ) : null}
      </span>
      <button
        type="button"
        id={id}
        role="switch"
        className="switch"
        aria-checked={on}
        aria-describedby={text ? `${id}-text` : undefined}
        aria-disabled={disabled}
        onClick={() => {
          if (!disabled) onTurn(!on)
        }}
      >
        <span className="switch-word" aria-hidden="true">
          {on ? 'On' : 'Off'}
        </span>
        <span className="switch-track" aria-hidden="true" />
      </button>
    </div>
  )
}
