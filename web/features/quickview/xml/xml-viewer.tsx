import { useMemo, useState } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { useQuickText } from '../quick-text.ts'
import '../quickview.css'
import { TextViewer } from '../text/text-viewer.tsx'
import type { ViewedFile } from '../viewed-file.ts'
import { CodeTable } from './code-table.tsx'
import { parseXml, XmlProblem } from './parse-xml.ts'
import { troubleCodesIn } from './trouble-codes.ts'
import './xml.css'
import { ViewChoice } from './view-choice.tsx'
import type { View, XmlView } from './view-choice.tsx'
import { XmlTree } from './xml-tree.tsx'

/** Trouble codes of an XML file as a table, and the file as it is. */
function XmlViewer({ file, kind }: { file: ViewedFile; kind: 'dtc' | 'dm1' }) {
  const { data, error, refetch } = useQuickText(file)
  const [chosen, setChosen] = useState<View | null>(null)
  const read = useMemo(() => (data === undefined || data === '' ? null : readXml(data)), [data])
  if (file.size === 0) return <p className="qv-note quiet">Empty</p>
  // too large to be looked at whole, or no text: the viewer that takes any file
  if (error && ['too-large-to-view', 'not-text'].includes(asApiError(error).id ?? '')) return <TextViewer file={file} />
  if (error) return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (read === null) return <p className="qv-note quiet">Loading media...</p>
  if (read.problem !== null)
    return (
      <div className="qv-fill">
        <ErrorCard title="An error occured" error={{ message: read.problem, fields: [] }} />
        <TextViewer file={file} />
      </div>
    )
  const { codes, document } = read
  const view = chosen ?? (codes.length > 0 ? 'codes' : 'tree')
  const views: readonly XmlView[] = [
    { id: 'codes', title: `${kind === 'dm1' ? 'DM1 trouble codes' : 'Trouble codes'} (${codes.length.toLocaleString('en')})` },
    { id: 'tree', title: 'Elements' },
    { id: 'text', title: 'Text' },
  ]
  const tools = <ViewChoice views={views} view={view} isChosen={chosen !== null} onChoose={setChosen} />
  if (view === 'codes') return <CodeTable codes={codes} kind={kind} tools={tools} />
  if (view === 'tree') return <XmlTree document={document} tools={tools} />
  return <TextViewer file={file} tools={tools} />
}

type ReadXml =
  | { readonly problem: string }
  | { readonly problem: null; readonly document: Document; readonly codes: ReturnType<typeof troubleCodesIn> }

function readXml(text: string): ReadXml {
  try {
    const document = parseXml(text)
    return { problem: null, document, codes: troubleCodesIn(document) }
  } catch (raised) {
    if (raised instanceof XmlProblem) return { problem: raised.message }
    throw raised
  }
}

export const DtcViewer = ({ file }: { file: ViewedFile }) => <XmlViewer file={file} kind="dtc" />
export const Dm1Viewer = ({ file }: { file: ViewedFile }) => <XmlViewer file={file} kind="dm1" />
