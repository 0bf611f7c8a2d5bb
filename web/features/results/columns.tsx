import type { Result, ResultFile } from '#contract/ipa-results.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { ResultActions } from './actions.tsx'
import type { ResultAct } from './actions.tsx'
import { durationText } from './duration.ts'
import { inReadingOrder } from './reading-order.ts'
import { ResultFileChip } from './result-file.tsx'
import { ResultStatus } from './status.tsx'

/** Files that a row shows; the others are in the details. */
const mostChips = 4

interface Given {
  zone: string
  chosen: ReadonlySet<number>
  onChoose: (result: Result, file: ResultFile) => void
  onView: (file: ResultFile) => void
  onAct: (act: ResultAct) => void
}

/** Results as they are listed. Texts are what exports hold. */
export function resultColumns({ zone, chosen, onChoose, onView, onAct }: Given): ReadonlyArray<GridColumn<Result>> {
  const moment = (id: string, title: string, of: (result: Result) => string): GridColumn<Result> => ({
    id,
    title,
    value: (result) => new Date(of(result)),
    text: (result) => formatMoment(of(result), zone) ?? '',
    width: 170,
    grow: 0,
  })
  return [
    {
      id: 'analyzer',
      title: 'Analyzer',
      value: titleOf,
      cell: (result, { tabIndex }) => <Title {...{ result, tabIndex }} onOpen={() => onAct({ kind: 'details', result })} />,
      width: 170,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    {
      id: 'status',
      title: 'Status',
      value: ({ run_status }) => run_status,
      cell: (result) => <ResultStatus result={result} />,
      width: 176,
      grow: 0,
      hideable: false,
      card: 'head',
    },
    {
      id: 'files',
      title: 'Result files',
      value: ({ files }) => files.map(({ filename }) => filename).join(', '),
      cell: (result, { tabIndex }) => (
        <span className="result-files">
          {inReadingOrder(result.files)
            .slice(0, mostChips)
            .map((file) => (
              <ResultFileChip
                key={file.id}
                {...{ result, file, tabIndex, onView }}
                chosen={chosen.has(file.id)}
                onChoose={() => onChoose(result, file)}
              />
            ))}
          {result.files.length > mostChips ? (
            <button type="button" className="result-more" tabIndex={tabIndex} onClick={() => onAct({ kind: 'details', result })}>
              {result.files.length - mostChips} more
            </button>
          ) : null}
          {result.files.length === 0 ? <span className="quiet">No files</span> : null}
        </span>
      ),
      width: 330,
      grow: 6,
      sortable: false,
      card: 'wide',
    },
    {
      id: 'size',
      title: 'Size',
      value: sizeOf,
      text: (result) => formatBytes(sizeOf(result)),
      width: 92,
      grow: 0,
      align: 'end',
      hidden: true,
    },
    { id: 'script', title: 'Script', value: ({ script }) => script?.name ?? null, width: 124, grow: 1 },
    { id: 'config', title: 'Configuration', value: ({ configs }) => configs[0]?.name ?? null, width: 124, grow: 1 },
    { id: 'upload', title: 'Upload', value: ({ upload }) => upload?.displayName ?? null, width: 150, grow: 1, hidden: true },
    { id: 'user', title: 'User', value: ({ user }) => user?.name ?? null, width: 110, grow: 0, hidden: true },
    {
      id: 'duration',
      title: 'Duration',
      value: ({ duration }) => duration,
      text: ({ duration }) => durationText(duration),
      width: 84,
      grow: 0,
      align: 'end',
    },
    moment('created_at', 'Created', ({ created_at }) => created_at),
    { ...moment('updated_at', 'Updated', ({ updated_at }) => updated_at), hidden: true },
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (result, { tabIndex }) => <ResultActions {...{ result, tabIndex, onAct }} />,
      width: 72,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}

const sizeOf = ({ files }: Result): number => files.reduce((sum, { size }) => sum + size, 0)
/** Of what a result is; a trial's has no analyzer. */
export const titleOf = ({ analyzer, type, script }: Result): string =>
  analyzer?.name ?? (type === 'trial' ? `Trial of ${script?.name ?? 'a script'}` : 'Deleted analyzer')

/** The analyzer, and below it why the run ended or waits, where that is worth a line. */
function Title({ result, tabIndex, onOpen }: { result: Result; tabIndex: 0 | -1; onOpen: () => void }) {
  const { reason, own, user, upload } = result
  const isGood = result.status === 'complete'
  return (
    <span className="result-title">
      <button type="button" className="result-open" tabIndex={tabIndex} title="Details and log" onClick={onOpen}>
        {titleOf(result)}
      </button>
      {reason !== null && !isGood ? (
        <span className="result-reason" title={reason}>
          {reason}
        </span>
      ) : upload !== null ? (
        <span className="quiet result-reason">{[upload.vehicle, upload.displayName].filter(Boolean).join(' · ')}</span>
      ) : null}
      {own ? null : <span className="quiet result-reason">of {user?.name ?? 'a user who is gone'}</span>}
    </span>
  )
}
