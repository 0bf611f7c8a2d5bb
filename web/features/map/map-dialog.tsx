import type { UploadRow } from '#contract/archive.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Where the upload's vehicle was while it was recorded. */
export function MapDialog({ row, onClose }: { row: UploadRow; onClose: () => void }) {
  return (
    <Dialog title={`Map: ${row.displayName}`} size="large" onClose={onClose}>
      <p role="status">Loading Map...</p>
    </Dialog>
  )
}
