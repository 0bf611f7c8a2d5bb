import type { Result, ResultFile } from '#contract/ipa-results.ts'
import { startDownload } from '#web/features/downloads/start-download.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast.ts'
import { dataSpyAddress, opensInDataSpy, resultViewer } from './result-viewers.ts'

interface Given {
  result: Pick<Result, 'id'>
  file: ResultFile
  chosen: boolean
  tabIndex: 0 | -1
  onChoose: (file: ResultFile) => void
  onView: (file: ResultFile) => void
}

/** Takes one file home; what goes wrong is told. */
export function downloadResultFile(id: number): void {
  startDownload({ type: 'resultFile', id }).catch((raised: unknown) =>
    showToast(`Error Downloading Result File: ${asApiError(raised).message}`, 'error', 4000),
  )
}

/** A file of a result: chosen by a click on it; beside it how to look at it and to take it home. */
export function ResultFileChip({ result, file, chosen, tabIndex, onChoose, onView }: Given) {
  const viewer = resultViewer(file)
  return (
    <span className={chosen ? 'result-file on' : 'result-file'}>
      <button
        type="button"
        className="result-file-name"
        aria-pressed={chosen}
        tabIndex={tabIndex}
        title={`${file.filename}: select`}
        onClick={() => onChoose(file)}
      >
        <span className="result-file-text">{file.filename}</span>
        <span className="quiet figure result-file-size">{formatBytes(file.size, 0)}</span>
      </button>
      {opensInDataSpy(file) ? (
        <a
          className="result-file-act"
          href={dataSpyAddress(result.id, file.id)}
          tabIndex={tabIndex}
          aria-label={`Open ${file.filename} in DataSpy`}
          title="Open in DataSpy"
        >
          DataSpy
        </a>
      ) : null}
      {viewer === null ? null : (
        <button
          type="button"
          className="result-file-act"
          tabIndex={tabIndex}
          aria-label={`View ${file.filename}`}
          title="Quick view"
          onClick={() => onView(file)}
        >
          <Icon name="eye" size={15} />
        </button>
      )}
      <button
        type="button"
        className="result-file-act"
        tabIndex={tabIndex}
        aria-label={`Download ${file.filename}`}
        title="Download"
        onClick={() => downloadResultFile(file.id)}
      >
        <Icon name="download" size={15} />
      </button>
    </span>
  )
}
