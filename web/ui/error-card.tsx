import type { ReactNode } from 'react'
import './blocks.css'

export interface ShownError {
  message: string
  /** The remedy or the server's own words, when they say more than the message. */
  detail?: string | null
  fields: ReadonlyArray<{ field: string; message: string }>
}

/** An error where its result would be: title, message, and the fields with their messages. */
export function ErrorCard({
  title = 'API Response Error',
  error,
  retry,
  children,
}: {
  title?: string
  error: ShownError
  retry?: () => void
  children?: ReactNode
}) {
  return (
    <section className="error-card" role="alert">
      <h2>{title}</h2>
      <p>{error.message}</p>
      {error.detail ? <p className="quiet">{error.detail}</p> : null}
      {error.fields.length > 0 ? (
        <dl>
          {error.fields.map(({ field, message }) => (
            <div key={`${field} ${message}`} style={{ display: 'contents' }}>
              <dt>{field}</dt>
              <dd>{message}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {retry || children ? (
        <div className="error-actions">
          {retry ? (
            <button type="button" className="button" onClick={retry}>
              Reload
            </button>
          ) : null}
          {children}
        </div>
      ) : null}
    </section>
  )
}
