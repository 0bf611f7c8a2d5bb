import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getResult } from '#contract/ipa-results.ts'
import type { Result, ResultFile } from '#contract/ipa-results.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { titleOf } from './columns.tsx'
import { ResultFacts } from './facts.tsx'
import { ResultLog } from './log-view.tsx'
import { ResultMetrics } from './metrics.tsx'
import { inReadingOrder } from './reading-order.ts'
import { ResultFileChip } from './result-file.tsx'
import { hasEnded, ResultStatus } from './status.tsx'
import { resultPollMs } from './use-results.ts'

const tabs = ['Files', 'Log', 'Figures', 'Provenance'] as const

interface Given {
  id: number
  chosen: ReadonlySet<number>
  onChoose: (result: Result, file: ResultFile) => void
  onView: (file: ResultFile) => void
  onClose: () => void
}

/** One result with its files, its log, its figures, and what ran. */
export function ResultDetails({ id, chosen, onChoose, onView, onClose }: Given) {
  const { data, error, refetch } = useQuery({
    queryKey: ['results', 'one', id],
    ...live(['run'], resultPollMs, (changed) => changed === null || changed.has(id)),
    queryFn: ({ signal }) => call(getResult, { params: { id }, signal }),
  })
  const [wanted, setWanted] = useState<(typeof tabs)[number] | null>(null)
  // A run that is at work, or that went wrong, is looked at for its log.
  const tab = wanted ?? (data === undefined || data.status === 'complete' ? 'Files' : 'Log')
  return (
    <Dialog
      title={data === undefined ? `Result ${id}` : `${titleOf(data)} · result ${id}`}
      size="large"
      onClose={onClose}
      foot={
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      }
    >
      {error && data === undefined ? (
        <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="quiet result-note">Loading...</p>
      ) : (
        <div className="result-details">
          <div className="result-head">
            <ResultStatus result={data} />
            {data.reason === null ? null : <span>{data.reason}</span>}
          </div>
          <div className="result-tabs" role="tablist" aria-label="About the result">
            {tabs.map((name) => (
              <button
                key={name}
                type="button"
                role="tab"
                className={name === tab ? 'result-tab on' : 'result-tab'}
                aria-selected={name === tab}
                onClick={() => setWanted(name)}
              >
                {name}
              </button>
            ))}
          </div>
          <div role="tabpanel" aria-label={tab} className="result-panel">
            {tab === 'Files' ? (
              data.files.length === 0 ? (
                <p className="quiet result-note">
                  {hasEnded(data) ? 'The script left no files.' : 'Files come when the run has ended.'}
                </p>
              ) : (
                <div className="result-all-files">
                  {inReadingOrder(data.files).map((file) => (
                    <ResultFileChip
                      key={file.id}
                      result={data}
                      file={file}
                      tabIndex={0}
                      chosen={chosen.has(file.id)}
                      onChoose={() => onChoose(data, file)}
                      onView={onView}
                    />
                  ))}
                </div>
              )
            ) : tab === 'Log' ? (
              <ResultLog result={data} />
            ) : tab === 'Figures' ? (
              <ResultMetrics result={data} />
            ) : (
              <ResultFacts result={data} />
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}
