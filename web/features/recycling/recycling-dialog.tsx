import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Given {
  readonly files: readonly ChosenVersion[]
  /** `recycled`: at least one file is in recycling now. */
  readonly onClose: (recycled: boolean) => void
}

/** Moves the selected files to recycling. */
export function RecyclingDialog({ files, onClose }: Given) {
  return (
    <Dialog title="Move to Recycling" onClose={() => onClose(false)}>
      {files.length === 0 ? <p role="alert">No files selected.</p> : null}
    </Dialog>
  )
}
