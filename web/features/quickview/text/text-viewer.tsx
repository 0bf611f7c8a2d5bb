import type { ReactNode } from 'react'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import { HexView } from './hex-view.tsx'
import { TextLinesView } from './text-lines-view.tsx'
import { useTextFile } from './use-text-file.ts'

/** A text of any size; bytes that are none are shown as hexadecimal numbers. `tools`: before its own. */
export function TextViewer({ file, tools }: { file: ViewedFile; tools?: ReactNode }) {
  const { text, problem, progress } = useTextFile(file)
  if (problem !== null) return <ErrorCard title="An error occured" error={{ message: problem, fields: [] }} />
  if (file.size === 0) return <p className="qv-note quiet">Empty</p>
  if (text === null)
    return (
      <div className="qv-fill">
        {tools ? <div className="qv-tools">{tools}</div> : null}
        <p className="qv-note quiet">Loading media...</p>
      </div>
    )
  return text.opened.encoding === null ? (
    <HexView client={text.client} size={file.size} />
  ) : (
    <TextLinesView {...{ text, progress, file, tools }} encoding={text.opened.encoding} />
  )
}
