import { useState } from 'react'
import type { FormEvent } from 'react'
import { typedPage } from './page-number.ts'
import './pager.css'

interface PagerProps {
  /** From 1. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/** First, Prev, an editable page box, Next, Last. */
export function Pager({ page, pages, onPage }: PagerProps) {
  // What is being typed; null shows the page itself.
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed === null ? null : typedPage(typed, { page, pages })
  const wrong = typed !== null && typed.trim() !== String(page) && wanted === null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (wanted !== null) onPage(wanted)
    if (!wrong) setTyped(null)
  }

  return (
    <form className="pager" onSubmit={submit} aria-label="Pages" noValidate>
      <Step label="First" to={1} off={page <= 1} onPage={onPage} />
      <Step label="Prev" to={page - 1} off={page <= 1} onPage={onPage} />
      <span className="pager-place">
        <span className="pager-word">Page</span>
        <input
          className="input"
          inputMode="numeric"
          aria-label={`Page ${page} of ${pages}`}
          aria-invalid={wrong || undefined}
          title={wrong ? `A whole number from 1 to ${pages}` : undefined}
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(null)
          }}
        />
        <span>of {pages}</span>
      </span>
      <Step label="Next" to={page + 1} off={page >= pages} onPage={onPage} />
      <Step label="Last" to={pages} off={page >= pages} onPage={onPage} />
    </form>
  )
}

function Step({ label, to, off, onPage }: { label: string; to: number; off: boolean; onPage: (page: number) => void }) {
  return (
    <button type="button" className="button quiet" disabled={off} onClick={() => onPage(to)}>
      {label}
    </button>
  )
}
