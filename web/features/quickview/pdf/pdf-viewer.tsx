import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import { openPdf } from './pdf-document.ts'
import { PdfPages } from './pdf-pages.tsx'

/** A PDF, page under page. */
export function PdfViewer({ file }: { file: ViewedFile }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (file.size === 0) return
    let isWanted = true
    const opening = openPdf(file, (text) => isWanted && setProblem(text))
    opening.then(
      (opened) => isWanted && setPdf(opened),
      (raised: unknown) => isWanted && setProblem(sentenceOf(raised)),
    )
    return () => {
      isWanted = false
      void opening.then((opened) => opened.loadingTask.destroy()).catch(() => undefined)
    }
  }, [file])
  if (file.size === 0) return <p className="qv-note quiet">Empty</p>
  if (problem !== null) return <ErrorCard title="An error occured" error={{ message: problem, fields: [] }} />
  if (pdf === null) return <p className="qv-note quiet">Loading media...</p>
  return <PdfPages pdf={pdf} />
}

function sentenceOf(raised: unknown): string {
  const name = raised instanceof Error ? raised.name : ''
  if (name === 'PasswordException') return 'The file is locked with a password; download it to open it.'
  if (name === 'InvalidPDFException') return 'Unsupported media type'
  return raised instanceof Error ? raised.message : String(raised)
}
