import type { ReactNode } from 'react'
import { Brand } from '#web/ui/icon.tsx'
import '#web/ui/blocks.css'
import './session.css'

/** The card in the middle of the screen that the pages before the login share. */
export function Entry({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="entry">
      <div className="panel entry-card">
        <div className="entry-brand">
          <Brand size={26} /> Loggerhead
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
