import type { Result } from '#contract/ipa-results.ts'
import { durationText } from '#web/features/results/duration.ts'
import { hasEnded, ResultStatus } from '#web/features/results/status.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { PageLink } from '#web/router/page-link.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'

interface Acts {
  /** Of a job. */
  onCancel: (jobId: number) => void
  onDelete: (jobId: number) => void
}

/** A run as the queue shows it. */
export function runColumns(zone: string, { onCancel, onDelete }: Acts): ReadonlyArray<GridColumn<Result>> {
  const moment = (id: string, title: string, of: (run: Result) => string | null): GridColumn<Result> => ({
    id,
    title,
    value: (run) => {
      const iso = of(run)
      return iso === null ? null : new Date(iso)
    },
    text: (run) => formatMoment(of(run), zone) ?? '',
    width: 170,
    grow: 0,
  })
  return [
    { id: 'job', title: 'Job', value: ({ job_id }) => job_id, width: 64, grow: 0, align: 'end', card: 'head' },
    {
      id: 'analyzer',
      title: 'Analyzer',
      value: ({ analyzer, script }) => analyzer?.name ?? script?.name ?? null,
      cell: ({ id, type, analyzer, script }, { tabIndex }) => (
        <PageLink page="results" search={{ type, result: String(id) }} tabIndex={tabIndex}>
          {analyzer?.name ?? script?.name ?? 'Deleted'}
        </PageLink>
      ),
      width: 170,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    { id: 'type', title: 'Type', value: ({ type }) => (type === 'ingress' ? 'IPA_INGRESS' : 'IPA_MANUAL'), width: 120, grow: 0 },
    {
      id: 'status',
      title: 'Status',
      value: ({ run_status }) => run_status,
      cell: (run) => <ResultStatus result={run} />,
      width: 170,
      grow: 0,
      hideable: false,
      card: 'head',
    },
    {
      id: 'reason',
      title: 'Why',
      value: ({ reason }) => reason,
      cell: ({ reason }) => (
        <span className="grid-text" title={reason ?? undefined}>
          {reason}
        </span>
      ),
      width: 140,
      grow: 3,
      card: 'wide',
    },
    { id: 'user', title: 'User', value: ({ user }) => user?.name ?? null, width: 90, grow: 0 },
    moment('created_at', 'Created', ({ created_at }) => created_at),
    moment('started', 'Started', ({ started_at }) => started_at),
    { ...moment('finished', 'Finished', ({ finished_at }) => finished_at), hidden: true },
    {
      id: 'duration',
      title: 'Duration',
      value: ({ duration }) => duration,
      text: ({ duration }) => durationText(duration),
      width: 80,
      grow: 0,
      align: 'end',
    },
    {
      id: 'memory',
      title: 'Peak memory',
      value: ({ peak_memory }) => peak_memory,
      text: ({ peak_memory }) => (peak_memory === null ? '' : formatBytes(peak_memory)),
      width: 104,
      grow: 0,
      align: 'end',
    },
    { id: 'exit', title: 'Exit code', value: ({ exit_code }) => exit_code, width: 80, grow: 0, align: 'end', hidden: true },
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (run, { tabIndex }) => {
        const { job_id, may_cancel } = run
        if (job_id === null) return null
        const ended = hasEnded(run)
        return (
          <span className="run-acts">
            {may_cancel ? (
              <button
                type="button"
                className="button quiet"
                tabIndex={tabIndex}
                aria-label={`Cancel job ${job_id}`}
                onClick={() => onCancel(job_id)}
              >
                Cancel
              </button>
            ) : null}
            {ended || run.run_status === 'NEW' ? (
              <button
                type="button"
                className="button quiet danger"
                tabIndex={tabIndex}
                aria-label={`Delete job ${job_id}`}
                title={ended ? 'Takes it off the queue; its result stays' : 'Withdraws it'}
                onClick={() => onDelete(job_id)}
              >
                Delete
              </button>
            ) : null}
          </span>
        )
      },
      width: 142,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}
