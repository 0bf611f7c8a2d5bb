import type { ReactNode } from 'react'
import './blocks.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'idle' | 'dark' | 'prime'

/** A status: a soft word with a dot. Colour is never the only sign. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>
}
