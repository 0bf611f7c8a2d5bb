import type { ReactNode } from 'react'

interface FormFootProps {
  /** Id of the form that the button sends. */
  form: string
  onCancel: () => void
  disabled: boolean
  /** Why it cannot be sent, where that is worth a word. */
  reason?: string
  /** What the button says. */
  children: ReactNode
}

/** The foot of a dialog with a form: Cancel, and the button that sends it. */
export function FormFoot({ form, onCancel, disabled, reason, children }: FormFootProps) {
  return (
    <>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" form={form} className="button primary" disabled={disabled} title={reason}>
        {children}
      </button>
    </>
  )
}
