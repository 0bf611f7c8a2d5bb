import { useId, useState } from 'react'
import type { InputHTMLAttributes } from 'react'
import './blocks.css'
import { Icon } from './icon.tsx'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Shown under the input; its room is kept, so that nothing moves. */
  error?: string | null
}

export function TextField({ label, error, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input {...input} id={id} className="input" aria-invalid={error ? true : undefined} aria-describedby={`${id}-error`} />
      <div id={`${id}-error`} className="field-error">
        {error}
      </div>
    </div>
  )
}

/** A password with a button that shows what was typed. */
export function PasswordField({ label, error, ...input }: TextFieldProps) {
  const id = useId()
  const [visible, setVisible] = useState(false)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          type={visible ? 'text' : 'password'}
          className="input"
          style={{ paddingRight: 40 }}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
        />
        <button
          type="button"
          className="button quiet icon"
          style={{ position: 'absolute', right: 2, top: 2 }}
          aria-label={visible ? 'Hide password' : 'Show password'}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <Icon name={visible ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      <div id={`${id}-error`} className="field-error">
        {error}
      </div>
    </div>
  )
}
