import type { ReactNode } from 'react'
import './blocks.css'

/** Where content would be: what is missing, and what to do about it. */
export function EmptyState({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {text ? <p>{text}</p> : null}
      {children ? <div className="empty-actions">{children}</div> : null}
    </div>
  )
}
