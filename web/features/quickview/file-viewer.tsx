import { Component, lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import './quickview.css'
import { placeKey } from './viewed-file.ts'
import type { ViewedFile } from './viewed-file.ts'
import type { ViewerWord } from './viewers.ts'

type FileViewerComponent = ComponentType<{ file: ViewedFile }>

/** Each viewer is loaded when it is first opened. */
const components: Readonly<Record<ViewerWord, FileViewerComponent>> = {
  csv: lazy(async () => ({ default: (await import('./csv/csv-viewer.tsx')).CsvViewer })),
  db: lazy(async () => ({ default: (await import('./database/database-viewer.tsx')).DatabaseViewer })),
  xml: lazy(async () => ({ default: (await import('./xml/xml-viewer.tsx')).DtcViewer })),
  dm1: lazy(async () => ({ default: (await import('./xml/xml-viewer.tsx')).Dm1Viewer })),
  html: lazy(async () => ({ default: (await import('./media/html-viewer.tsx')).HtmlViewer })),
  mp3: lazy(async () => ({ default: (await import('./media/player.tsx')).AudioViewer })),
  mp4: lazy(async () => ({ default: (await import('./media/player.tsx')).FilmViewer })),
  image: lazy(async () => ({ default: (await import('./media/image-viewer.tsx')).ImageViewer })),
  pdf: lazy(async () => ({ default: (await import('./pdf/pdf-viewer.tsx')).PdfViewer })),
  xlsx: lazy(async () => ({ default: (await import('./sheet/sheet-viewer.tsx')).SheetViewer })),
  txt: lazy(async () => ({ default: (await import('./text/text-viewer.tsx')).TextViewer })),
}

/** A file in its viewer; a viewer that breaks down says so in its place. */
export function FileViewer({ file, word }: { file: ViewedFile; word: ViewerWord }) {
  const Viewer = components[word]
  return (
    <Fence key={`${word} ${placeKey(file)}`}>
      <Suspense fallback={<p className="qv-note quiet">Loading media...</p>}>
        <Viewer file={file} />
      </Suspense>
    </Fence>
  )
}

class Fence extends Component<{ children: ReactNode }, { raised: unknown }> {
  override state = { raised: undefined }

  static getDerivedStateFromError(raised: unknown) {
    return { raised }
  }

  override render() {
    if (this.state.raised === undefined) return this.props.children
    return <ErrorCard title="An error occured" error={asApiError(this.state.raised)} />
  }
}
