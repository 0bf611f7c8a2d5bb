import { EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import type { CodeViewProps } from './code-view.tsx'
import { extensionsOf } from './extensions.ts'

/** The editor itself, loaded with CodeMirror. */
export function Editor({ label, text, language, onChange, wrap = false }: CodeViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const tell = useRef(onChange)
  tell.current = onChange
  const editable = onChange !== undefined

  useEffect(() => {
    if (place.current === null) return undefined
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        extensions: [
          ...extensionsOf({ label, language, editable, wrap }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.isUserEvent('loggerhead.given')))
              tell.current?.(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    return () => {
      view.current = null
      made.destroy()
    }
  }, [label, language, editable, wrap])

  // after the effect above, which begins with nothing
  useEffect(() => {
    const made = view.current
    if (made === null || made.state.doc.toString() === text) return
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: text },
      userEvent: 'loggerhead.given',
      annotations: Transaction.addToHistory.of(false),
    })
  }, [text, label, language, editable, wrap])

  return <div ref={place} className="code-view" />
}
