import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { placeAfter } from './keyboard.ts'
import type { Place } from './keyboard.ts'

interface Given {
  lines: number
  columns: number
  page: number
  /** Scrolls a line into view. */
  reveal: (line: number) => void
  /** Enter on a cell without controls, on a title, or on a group. */
  onEnter: (place: Place, cell: HTMLElement) => void
  onSpace: (place: Place) => void
  /** Arrow left and right on a group; true when it took the key. */
  onFold: (line: number, open: boolean) => boolean
}

const controls = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), [role="switch"]'

/**
 * One tab stop for the whole grid (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). Arrow keys, Home, End, Page Up and
 * Page Down walk the cells; Enter steps into a cell with controls, where arrows go from one to the next and Escape
 * steps out.
 */
export function useGridKeyboard({ lines, columns, page, reveal, onEnter, onSpace, onFold }: Given) {
  const [active, setActive] = useState<Place>({ line: 0, column: 0 })
  const root = useRef<HTMLDivElement>(null)
  const wanted = useRef<Place | null>(null)

  // The cell that is to have the focus may be mounted only after the scroll.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const cell = cellAt(root.current, wanted.current)
    if (cell === null) return
    wanted.current = null
    cell.focus({ preventScroll: true })
  })

  const go = useCallback(
    (place: Place) => {
      wanted.current = place
      setActive(place)
      if (place.line >= 0) reveal(place.line)
    },
    [reveal],
  )

  function onFocus(event: FocusEvent<HTMLDivElement>) {
    const place = placeOf(event.target)
    if (place !== null && (place.line !== active.line || place.column !== active.column)) setActive(place)
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!(event.target instanceof HTMLElement) || event.altKey || event.metaKey || event.defaultPrevented) return
    const cell = event.target.closest<HTMLElement>('[data-line]')
    const place = placeOf(event.target)
    if (cell === null || place === null) return
    if (event.target !== cell) return walkControls(event, cell, event.target)
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (event.key === ' ') return onSpace(place)
      const inside = cell.querySelector<HTMLElement>(controls)
      return inside === null ? onEnter(place, cell) : inside.focus()
    }
    if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && onFold(place.line, event.key === 'ArrowRight'))
      return event.preventDefault()
    const next = placeAfter(event.key, event.ctrlKey, place, { lines, columns, page })
    if (next === undefined) return
    event.preventDefault()
    go(next)
  }

  return { active, root, onFocus, onKeyDown }
}

function walkControls(event: KeyboardEvent, cell: HTMLElement, from: HTMLElement) {
  // A menu has its own keys; its Escape closes it and leads back to its button.
  if (from.closest('[popover]') !== null) return
  if (event.key === 'Escape') {
    event.preventDefault()
    return cell.focus()
  }
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || from.matches('input, select, textarea')) return
  const all = [...cell.querySelectorAll<HTMLElement>(controls)].filter((control) => control.closest('[popover]') === null)
  const at = all.indexOf(from)
  const next = all[at + step]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  next.focus()
}

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  return cell === null ? null : { line: Number(cell.dataset['line']), column: Number(cell.dataset['column']) }
}

function cellAt(root: HTMLElement | null, { line, column }: Place): HTMLElement | null {
  return (
    root?.querySelector<HTMLElement>(`[data-line="${line}"][data-column="${column}"]`) ??
    // Group headers have one cell only.
    root?.querySelector<HTMLElement>(`[data-line="${line}"][data-column="0"]`) ??
    null
  )
}
