import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import './tag-picker.css'

export interface Choice {
  key: string
  label: string
  /** Beside the label: a count, a serial number. */
  note?: string
  /** 1: belongs to the choice above it. */
  depth?: 0 | 1
}

interface TagPickerProps {
  label: string
  placeholder: string
  chosen: readonly Choice[]
  choices: readonly Choice[]
  onToggle: (choice: Choice) => void
  onClear: () => void
  /** Given for words that need not be among the choices: Enter makes one of what was typed. */
  onWord?: (word: string) => void
  typed: string
  onTyped: (typed: string) => void
  onOpen: (open: boolean) => void
  /** In place of choices: loading, none, an error. */
  instead?: ReactNode
}

/** Chips shown in the box; the rest are counted, so that the box never grows. */
const shownChips = 1
/** More choices than anybody reads; typing narrows them. */
const mostChoices = 200

/** A box of chips with a text field, and a list to choose several from. */
export function TagPicker(given: TagPickerProps) {
  const { label, placeholder, chosen, choices, onToggle, onClear, onWord, typed, onTyped, onOpen, instead } = given
  const id = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const root = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const keys = new Set(chosen.map(({ key }) => key))
  const listed = choices.slice(0, mostChoices)

  useEffect(() => {
    if (open) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [open, active, id])

  function show(wanted: boolean) {
    setOpen(wanted)
    onOpen(wanted)
    setActive(-1)
    if (!wanted && onWord === undefined) onTyped('')
  }

  function take(choice: Choice) {
    onToggle(choice)
    onTyped('')
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!open) show(true)
      else setActive((active + step + listed.length) % Math.max(1, listed.length))
    } else if (event.key === 'Enter') {
      const choice = listed[active]
      // Enter in an empty field sends the form.
      if (typed === '' && choice === undefined) return show(false)
      event.preventDefault()
      if (choice !== undefined) take(choice)
      else if (typed.trim() !== '' && onWord) onWord(typed.trim())
      else if (typed.trim() !== '' && listed[0]) take(listed[0])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      show(false)
    } else if (event.key === 'Backspace' && typed === '') {
      const last = chosen.at(-1)
      if (last) onToggle(last)
    }
  }

  return (
    <div
      ref={root}
      className="field picker"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        // A word left behind is meant.
        if (onWord && typed.trim() !== '') onWord(typed.trim())
        if (open) show(false)
      }}
    >
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div
        className="picker-box"
        onMouseDown={(event) => {
          if (event.target !== input.current && !(event.target instanceof Element && event.target.closest('button'))) {
            event.preventDefault()
            input.current?.focus()
          }
          show(true)
        }}
      >
        {chosen.slice(0, shownChips).map((choice) => (
          <span key={choice.key} className="chip on" title={choice.label}>
            <span className="picker-word">{choice.label}</span>
            <button
              type="button"
              className="picker-remove"
              aria-label={`Remove ${choice.label}`}
              onClick={() => onToggle(choice)}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        {chosen.length > shownChips ? (
          <span
            className="chip"
            title={chosen
              .slice(shownChips)
              .map((choice) => choice.label)
              .join(', ')}
          >
            +{chosen.length - shownChips}
          </span>
        ) : null}
        <input
          ref={input}
          id={id}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          placeholder={chosen.length === 0 ? placeholder : 'add'}
          title={placeholder}
          value={typed}
          onFocus={() => show(true)}
          onChange={(event) => {
            onTyped(event.target.value)
            setActive(-1)
            if (!open) show(true)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {open ? (
        <div className="picker-drop">
          <div id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable="true" className="picker-list">
            {chosen
              .filter(({ key }) => !choices.some((choice) => choice.key === key))
              .map((choice) => (
                <Option key={choice.key} choice={choice} chosen onTake={take} />
              ))}
            {listed.map((choice, index) => (
              <Option
                key={choice.key}
                id={`${id}-${index}`}
                choice={choice}
                chosen={keys.has(choice.key)}
                active={index === active}
                onTake={take}
              />
            ))}
          </div>
          {instead ? <p className="picker-note">{instead}</p> : null}
          {choices.length > mostChoices ? (
            <p className="picker-note">{choices.length - mostChoices} more: type to narrow</p>
          ) : null}
          {chosen.length > 0 ? (
            <button
              type="button"
              className="button quiet picker-clear"
              onMouseDown={(event) => event.preventDefault()}
              onClick={onClear}
            >
              Clear {chosen.length}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function Option({
  id,
  choice,
  chosen,
  active = false,
  onTake,
}: {
  id?: string
  choice: Choice
  chosen: boolean
  active?: boolean
  onTake: (choice: Choice) => void
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={active ? 'picker-option active' : 'picker-option'}
      data-depth={choice.depth ?? 0}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(choice)}
    >
      <span className="picker-check">{chosen ? <Icon name="check" size={15} /> : null}</span>
      <span className="picker-word">{choice.label}</span>
      {choice.note ? <span className="quiet">{choice.note}</span> : null}
    </div>
  )
}
