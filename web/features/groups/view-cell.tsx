import type { UploadRow } from '#contract/archive.ts'
import { AssociatedItems } from './associated-items.tsx'
import { DataSpyLink } from './dataspy-link.tsx'
import type { RowAct } from './row-dialogs.tsx'
import { ViewerMenu } from './viewer-menu.tsx'

export interface ViewCellProps {
  row: UploadRow
  tabIndex: 0 | -1
  administrator: boolean
  onOpen: (act: RowAct) => void
}

/** How to look at an upload, what belongs to it, and its files to download. */
export function ViewCell({ row, tabIndex, administrator, onOpen }: ViewCellProps) {
  return (
    <span className="view">
      <DataSpyLink row={row} tabIndex={tabIndex} />
      <ViewerMenu row={row} tabIndex={tabIndex} onOpen={onOpen} />
      <span className="view-end">
        <AssociatedItems row={row} tabIndex={tabIndex} administrator={administrator} onOpen={onOpen} />
      </span>
    </span>
  )
}
