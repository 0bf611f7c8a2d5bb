import { lazy, Suspense } from 'react'
import type { FileVersion, UploadRow } from '#contract/archive.ts'
import type { Viewer } from '#web/features/quickview/viewers.ts'

const MapDialog = lazy(async () => ({ default: (await import('#web/features/map/map-dialog.tsx')).MapDialog }))
const NotesDialog = lazy(async () => ({ default: (await import('#web/features/notes/notes-dialog.tsx')).NotesDialog }))
const ScriptDialog = lazy(async () => ({
  default: (await import('#web/features/device-scripts/script-dialog.tsx')).ScriptDialog,
}))
const MediaDialog = lazy(async () => ({ default: (await import('#web/features/quickview/media-dialog.tsx')).MediaDialog }))

/** What a row can open in the page. */
export type RowAct =
  | { readonly kind: 'map'; readonly row: UploadRow }
  | { readonly kind: 'notes'; readonly uploadId: number }
  | { readonly kind: 'script'; readonly scriptId: number }
  | { readonly kind: 'media'; readonly file: FileVersion; readonly viewer: Viewer }

/** One dialog of a row, loaded when it is first opened. It belongs to the page: rows come and go while one scrolls. */
export function RowDialog({ act, onClose }: { act: RowAct; onClose: () => void }) {
  return <Suspense>{dialogOf(act, onClose)}</Suspense>
}

function dialogOf(act: RowAct, onClose: () => void) {
  switch (act.kind) {
    case 'map':
      return <MapDialog row={act.row} onClose={onClose} />
    case 'notes':
      return <NotesDialog uploadId={act.uploadId} onClose={onClose} />
    case 'script':
      return <ScriptDialog scriptId={act.scriptId} onClose={onClose} />
    case 'media':
      return <MediaDialog file={act.file} viewer={act.viewer} onClose={onClose} />
  }
}
