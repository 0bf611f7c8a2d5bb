import { useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import './blocks.css'
import './file-field.css'

interface FileFieldProps {
  label: string
  /** As of `<input accept>`: `.zip`. */
  accept: string
  /** What is chosen, such as `rules.zip, 12 kB`; null: nothing yet. */
  chosen: string | null
  /** What can be chosen, in words. */
  hint: string
  error?: string | null
  onFile: (file: File) => void
}

/** One file, chosen or dropped on the field. */
export function FileField({ label, accept, chosen, hint, error, onFile }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(isOver)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div
        className={over ? 'file-field over' : 'file-field'}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          className="file-field-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-state ${id}-error`}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // the same file may be chosen again after it was changed
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
        <button type="button" className="button" tabIndex={-1} aria-hidden="true" onClick={() => input.current?.click()}>
          Choose a file
        </button>
        <span id={`${id}-state`} className={chosen === null ? 'quiet' : 'file-field-chosen'}>
          {chosen ?? hint}
        </span>
      </div>
      <div id={`${id}-error`} className="field-error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}
