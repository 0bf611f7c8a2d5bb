import { useId, useLayoutEffect, useRef } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import './blocks.css'
import { Icon } from './icon.tsx'

/** Sizes by purpose; any other purpose uses `plain`. Narrow screens get what fits. */
export const dialogSizes = {
  plain: { width: '30vw', height: 'fit-content' },
  help: { width: '50vw', height: '50vh' },
  value: { width: '20vw', height: '15vh' },
  /** A form with lists, not as wide as `large`. */
  form: { width: '640px', height: 'fit-content' },
  large: { width: '70vw', height: '80vh' },
  /** Reports and tables: all there is. */
  wide: { width: '94vw', height: '92vh' },
  // a film of at most 600 pixels, and its margins
  media: { width: '640px', height: 'fit-content' },
} as const

interface DialogProps {
  title: string
  size?: keyof typeof dialogSizes
  /** Called by Escape, the close button and the backdrop. Leave it out for a dialog that must be answered. */
  onClose?: () => void
  foot?: ReactNode
  children: ReactNode
}

/** A modal dialog, open while it is mounted. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, size = 'plain', onClose, foot, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // A layout effect: closed while it still is in the page, a dialog gives the focus back; removed first, it cannot.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  const { width, height } = dialogSizes[size]
  const style: CSSProperties & Record<`--${string}`, string> = { '--dialog-width': width, '--dialog-height': height }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      style={style}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // A browser lets a second Escape through: a dialog that must be answered comes back.
        if (dialog.current?.open) return
        if (onClose) onClose()
        else dialog.current?.showModal()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {onClose ? (
          <button type="button" className="button quiet icon" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        ) : null}
      </div>
      <div className="dialog-body">{children}</div>
      {foot ? <div className="dialog-foot">{foot}</div> : null}
    </dialog>
  )
}
