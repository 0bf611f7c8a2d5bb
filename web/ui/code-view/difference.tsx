import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { useNarrow } from '../data-grid/use-narrow.ts'
import type { CodeDiffProps } from './code-view.tsx'
import { extensionsOf } from './extensions.ts'

/** Lines around a change that stay in sight. */
const collapseUnchanged = { margin: 3, minSize: 6 }

/** The comparison itself, loaded with CodeMirror. */
export function Difference({ label, before, after, language }: CodeDiffProps) {
  const place = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()

  useEffect(() => {
    const parent = place.current
    if (parent === null) return undefined
    const shown = (name: string) => extensionsOf({ label: name, language, editable: false, wrap: true })
    const made = narrow
      ? new EditorView({
          parent,
          state: EditorState.create({
            doc: after,
            extensions: [
              ...shown(label),
              unifiedMergeView({ original: before, mergeControls: false, gutter: true, collapseUnchanged }),
            ],
          }),
        })
      : new MergeView({
          parent,
          a: { doc: before, extensions: shown(`${label}, before`) },
          b: { doc: after, extensions: shown(`${label}, now`) },
          gutter: true,
          collapseUnchanged,
        })
    return () => made.destroy()
  }, [label, before, after, language, narrow])

  return <div ref={place} className="code-view code-difference" />
}
