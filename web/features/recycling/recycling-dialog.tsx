import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Moves the chosen files to recycling. */
export function RecyclingDialog({ files, onClose }: { files: readonly ChosenVersion[]; onClose: (recycled: boolean) => void }) {
  return (
    <Dialog title="Move to Recycling" onClose={() => onClose(false)}>
      {files.length} files
    </Dialog>
  )
}
