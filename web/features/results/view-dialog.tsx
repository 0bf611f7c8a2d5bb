import type { ResultFile } from '#contract/ipa-results.ts'
import { FileViewer } from '#web/features/quickview/file-viewer.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { downloadResultFile } from './result-file.tsx'
import { resultViewer, viewedFile } from './result-viewers.ts'

/** A result's file, looked at without leaving the page. */
export function ResultViewDialog({ file, onClose }: { file: ResultFile; onClose: () => void }) {
  const viewer = resultViewer(file)
  const isSmall = viewer === null || viewer.word === 'mp3' || viewer.word === 'mp4'
  return (
    <Dialog
      title={file.filename}
      size={isSmall ? 'media' : 'wide'}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={() => downloadResultFile(file.id)}>
            <Icon name="download" size={16} /> Download
          </button>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      {viewer === null ? (
        <p className="qv-note quiet">Unsupported media type</p>
      ) : (
        <FileViewer file={viewedFile(file)} word={viewer.word} />
      )}
    </Dialog>
  )
}
