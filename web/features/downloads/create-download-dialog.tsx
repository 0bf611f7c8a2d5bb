import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'

export interface CreateDownloadDialogProps {
  files: readonly ChosenVersion[]
  onClose: () => void
}

/** Makes one zip of the chosen files. */
export function CreateDownloadDialog({ files, onClose }: CreateDownloadDialogProps) {
  return (
    <Dialog title="Create Download" onClose={onClose}>
      <p>{files.length} files</p>
    </Dialog>
  )
}
