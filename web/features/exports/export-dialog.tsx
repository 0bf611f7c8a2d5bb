import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Given {
  files: readonly ChosenVersion[]
  onClose: () => void
  /** These files cannot be exported and lose their selection. */
  onUnselect: (ids: readonly number[]) => void
}

/** Exports of the chosen recordings to other formats. */
export function ExportDialog({ files, onClose }: Given) {
  return (
    <Dialog title="Export Selections" onClose={onClose}>
      {files.length} files
    </Dialog>
  )
}
