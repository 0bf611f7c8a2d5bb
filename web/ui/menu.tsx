import { useId, useRef, useState } from 'react'
import type { ButtonHTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import './menu.css'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'>
  align?: 'start' | 'end'
  /** Elements with role="menuitem" (MenuButton, or a link with that role), labels and separators. */
  children: ReactNode
}

/** Distance of the menu from its button and from the window's edge, in pixels. */
const gap = 4
const edge = 8

/**
 * A menu under a button, on the browser's own popover: Escape and a click elsewhere close it and give the focus back.
 * Arrow keys, Home and End move; a letter jumps to the next item that begins with it.
 */
export function Menu({ trigger, align = 'start', children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])') ?? [])]

  function place() {
    const anchor = button.current?.getBoundingClientRect()
    const box = list.current
    if (anchor === undefined || box === null) return
    const wanted = align === 'start' ? anchor.left : anchor.right - box.offsetWidth
    box.style.left = `${Math.max(edge, Math.min(wanted, document.documentElement.clientWidth - box.offsetWidth - edge))}px`
    const [above, below] = [anchor.top - gap - edge, window.innerHeight - anchor.bottom - gap - edge]
    box.style.maxHeight = ''
    // Above the button where there is more room and it is needed.
    const isAbove = box.offsetHeight > below && above > below
    box.style.maxHeight = `${isAbove ? above : below}px`
    box.style.top = `${isAbove ? anchor.top - gap - box.offsetHeight : anchor.bottom + gap}px`
  }

  function enter() {
    place()
    if (!list.current?.contains(document.activeElement)) items()[0]?.focus()
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const target = targetOf(event.key, all, at)
    if (event.key === 'Tab') list.current?.hidePopover()
    if (target === undefined) return
    event.preventDefault()
    target.focus()
  }

  return (
    <>
      <button
        {...trigger}
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        onKeyDown={openByKey}
      />
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        className="menu"
        aria-label={trigger['aria-label']}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => {
          if (event.newState === 'open') enter()
        }}
        onKeyDown={move}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[role^="menuitem"]')) list.current?.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )

  // The toggle event comes a moment later; keys pressed until then must already find the menu.
  function openByKey(event: KeyboardEvent<HTMLButtonElement>) {
    if (open || !['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    list.current?.showPopover()
    enter()
  }
}

function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  )
}

/** An item that does something here; for an item that goes somewhere use a link with role="menuitem". */
export function MenuButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button role="menuitem" tabIndex={-1} {...props} type="button" className="menu-item" />
}
