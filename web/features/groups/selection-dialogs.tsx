import { lazy, Suspense, useMemo } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { useSelection } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { unselect } from './selection.ts'

const CreateDownloadDialog = lazy(async () => ({
  default: (await import('#web/features/downloads/create-download-dialog.tsx')).CreateDownloadDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('#web/features/exports/export-dialog.tsx')).ExportDialog,
}))
const SaveDatasetDialog = lazy(async () => ({
  default: (await import('#web/features/datasets/save-dialog.tsx')).SaveDatasetDialog,
}))
const RecyclingDialog = lazy(async () => ({
  default: (await import('#web/features/recycling/recycling-dialog.tsx')).RecyclingDialog,
}))

/** What can be done with a selection. */
export type SelectionAct = 'download' | 'export' | 'dataset' | 'recycle'

interface Given {
  act: SelectionAct
  store: SelectionStore
  onClose: () => void
  /** Files are in the recycling: what is shown is out of date. */
  onRecycled: () => void
  /** Jobs will put exported files beside the chosen ones. */
  onScheduled: (jobs: readonly number[]) => void
}

/** The dialog of one act, loaded when it is first opened. */
export function SelectionDialog({ act, store, onClose, onRecycled, onScheduled }: Given) {
  const { versions } = useSelection(store)
  const files = useMemo(() => [...versions.values()], [versions])

  function onSaved({ name }: { name: string }) {
    onClose()
    showToast(`Data set "${name}" is saved`, 'success', 2500)
  }

  /** What failed stays chosen, so that it can be tried again. */
  function closeRecycling(recycled: readonly number[]) {
    onClose()
    if (recycled.length === 0) return
    store.change((before) => unselect(before, recycled))
    onRecycled()
  }

  return (
    <Suspense>
      {act === 'download' ? <CreateDownloadDialog files={files} onClose={onClose} /> : null}
      {act === 'export' ? (
        <ExportDialog
          {...{ files, onClose, onScheduled }}
          onUnselect={(ids) => store.change((before) => unselect(before, ids))}
        />
      ) : null}
      {act === 'dataset' ? <SaveDatasetDialog of={{ files }} onClose={onClose} onSaved={onSaved} /> : null}
      {act === 'recycle' ? <RecyclingDialog files={files} onClose={closeRecycling} /> : null}
    </Suspense>
  )
}
