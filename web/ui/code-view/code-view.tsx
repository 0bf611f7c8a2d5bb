import { lazy, Suspense } from 'react'
import './code-view.css'

export type CodeLanguage = 'python' | 'json' | 'plain'

export interface CodeViewProps {
  /** Its name, for screen readers. */
  label: string
  /** Another text replaces what is in the editor. */
  text: string
  language: CodeLanguage
  /** Left out: read-only. Told at every keystroke. */
  onChange?: (text: string) => void
  /** Lines break at the edge instead of scrolling sideways. */
  wrap?: boolean
}

export interface CodeDiffProps {
  label: string
  before: string
  after: string
  language: CodeLanguage
}

// The editor is as large as the whole list of scripts: it comes when somebody looks at code.
const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }))
const Difference = lazy(async () => ({ default: (await import('./difference.tsx')).Difference }))

/**
 * Code with colours, line numbers and search (Ctrl+F), read-only or to be edited. Fills its parent's height; at least some
 * lines. Tab leaves it: Escape, then Tab, where Tab indents.
 */
export function CodeView(given: CodeViewProps) {
  return (
    <Suspense fallback={<Waiting label={given.label} />}>
      <Editor {...given} />
    </Suspense>
  )
}

/** Two texts: side by side, or one under the other where there is no room; what is the same is folded away. */
export function CodeDiff(given: CodeDiffProps) {
  return (
    <Suspense fallback={<Waiting label={given.label} />}>
      <Difference {...given} />
    </Suspense>
  )
}

const Waiting = ({ label }: { label: string }) => <div className="code-view" role="status" aria-label={`Loading ${label}`} />

/** By the end of a file's name. */
export function languageOf(path: string): CodeLanguage {
  if (/\.pyi?$/i.test(path)) return 'python'
  return /\.(json|asl|ipa|ipynb|dsr)$/i.test(path) ? 'json' : 'plain'
}
