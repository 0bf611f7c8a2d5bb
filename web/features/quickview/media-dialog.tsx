import { Dialog } from '#web/ui/dialog.tsx'
import type { ViewedFile } from './viewed-file.ts'
import type { Viewer } from './viewers.ts'
import { viewerOf } from './viewers.ts'

interface Given {
  file: ViewedFile
  /** The usual one of the file's extension when left out. */
  viewer?: Viewer
  onClose: () => void
}

/** A file in the page: text, HTML, sound, film, picture or PDF. */
export function MediaDialog({ file, viewer = viewerOf(file.extension) ?? undefined, onClose }: Given) {
  return (
    <Dialog title={file.fileName} size="large" onClose={onClose}>
      {viewer === undefined ? 'Unsupported media type' : 'Loading media...'}
    </Dialog>
  )
}
