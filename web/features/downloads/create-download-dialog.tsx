import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** One zip of the chosen files. */
export function CreateDownloadDialog({ files, onClose }: { files: readonly ChosenVersion[]; onClose: () => void }) {
  return (
    <Dialog title="Create Download" onClose={onClose}>
      {files.length} files
    </Dialog>
  )
}
