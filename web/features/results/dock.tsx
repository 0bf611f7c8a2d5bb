import type { Result, ResultFile } from '#contract/ipa-results.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'

/** A chosen file, and the result that it is of. */
export interface ChosenFile {
  readonly file: ResultFile
  readonly result: Result
}

interface Given {
  chosen: readonly ChosenFile[]
  busy: boolean
  onDownload: () => void
  onShare: () => void
  onDelete: () => void
  onClear: () => void
}

/** The bar at the bottom while files are chosen. */
export function ResultDock({ chosen, busy, onDownload, onShare, onDelete, onClear }: Given) {
  const size = chosen.reduce((sum, { file }) => sum + file.size, 0)
  const foreign = chosen.some(({ result }) => !result.may_share) ? 'Some of the files are shared with you by others' : undefined
  const undeletable = chosen.some(({ result }) => !result.may_delete)
    ? 'Some of the files are not yours, or their runs have not ended'
    : undefined
  return (
    <div className="dock on result-dock" role="region" aria-label="Selection">
      <div className="dock-chosen">
        <span className="dock-count" role="status">
          <strong>{counted(chosen.length, 'file')}</strong> ({formatBytes(size)}) selected
        </span>
        <button type="button" className="button primary" disabled={busy} onClick={onDownload}>
          Download Selections
        </button>
        <button type="button" className="button" disabled={foreign !== undefined} title={foreign} onClick={onShare}>
          Share Selections
        </button>
        <button type="button" className="button quiet" onClick={onClear}>
          Clear Selections
        </button>
        <button
          type="button"
          className="button quiet danger"
          disabled={undeletable !== undefined}
          title={undeletable}
          onClick={onDelete}
        >
          Delete Selections
        </button>
      </div>
    </div>
  )
}
