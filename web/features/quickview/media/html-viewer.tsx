import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { useQuickText } from '../quick-text.ts'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import { SandboxedFrame } from './sandboxed-frame.tsx'

/** A page of an upload, in a closed box. */
export function HtmlViewer({ file }: { file: ViewedFile }) {
  const { data, error, refetch } = useQuickText(file)
  if (error) return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <p className="qv-note quiet">Loading media...</p>
  if (data.trim() === '') return <p className="qv-note quiet">Empty</p>
  return <SandboxedFrame title={file.fileName} html={data} />
}
