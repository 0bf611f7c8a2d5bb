import { Dialog } from '#web/ui/dialog.tsx'
import { FileViewer } from './file-viewer.tsx'
import './quickview.css'
import type { ViewedFile } from './viewed-file.ts'
import type { Viewer } from './viewers.ts'
import { viewerAddress, viewerOf } from './viewers.ts'

interface Given {
  file: ViewedFile
  /** The usual one of the file's extension when left out. */
  viewer?: Viewer
  onClose: () => void
}

/** A file in the page: text, HTML, sound, film, picture or PDF. */
export function MediaDialog({ file, viewer = viewerOf(file.extension) ?? undefined, onClose }: Given) {
  const isSmall = viewer === undefined || viewer.word === 'mp3' || viewer.word === 'mp4'
  return (
    <Dialog
      title={viewer === undefined ? file.fileName : `${viewer.title}: ${file.fileName}`}
      size={isSmall ? 'media' : 'large'}
      onClose={onClose}
      foot={
        <>
          {viewer === undefined ? null : (
            <a className="button" href={viewerAddress(viewer, file.id)} target="_blank" rel="noopener">
              Open in a new tab
            </a>
          )}
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      {viewer === undefined ? (
        <p className="qv-note quiet">Unsupported media type</p>
      ) : (
        <FileViewer file={file} word={viewer.word} />
      )}
    </Dialog>
  )
}
