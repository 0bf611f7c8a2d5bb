import { Dialog } from '#web/ui/dialog.tsx'

/** The extraction notes of an upload. */
export function NotesDialog({ uploadId, onClose }: { readonly uploadId: number; readonly onClose: () => void }) {
  return (
    <Dialog title="Extraction Notes" onClose={onClose}>
      <p className="quiet">Upload {uploadId}</p>
    </Dialog>
  )
}
