import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listJobs, runStatus } from '#contract/jobs.ts'
import type { Job, RunStatus } from '#contract/jobs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { jobColumns } from './columns.tsx'
import './jobs.css'

/** How often the queue is looked at while the server cannot tell of changes, milliseconds. */
const pollMs = 5000
/** Older jobs are found by their ids. */
const mostJobs = 500

const rowKey = ({ id }: Job) => String(id)

function idsOf(search: unknown): number[] {
  return [search]
    .flat()
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}

/** The job queue: what waits, runs, is done or failed; the address holds which jobs are shown. */
export function JobQueuePage() {
  const zone = useZone()
  const search = useSearch({ strict: false })
  const idKey = idsOf(search.ids).join(' ')
  const status = runStatus.safeParse(search.status).data ?? null
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['jobQueue', idKey],
    placeholderData: keepPreviousData,
    ...live(['job'], pollMs),
    queryFn: ({ signal }) =>
      call(listJobs, { query: { ids: idKey.split(' ').filter(Boolean).map(Number), max: mostJobs }, signal }),
  })
  const columns = useMemo(() => jobColumns(zone), [zone])
  const rows = useMemo(() => (data ?? []).filter((job) => status === null || job.runStatus === status), [data, status])
  return (
    <>
      <PageHeader
        title="Job queue"
        crumbs={[{ title: 'Server', path: pagePath('server', {}) }]}
        help={{
          text: 'What the server does in the background: it reads received files, decodes recordings again, imports catalogs and writes exports. A job that fails is tried again later; one that cannot succeed ends with its error.',
        }}
      />
      <DataGrid
        label="Jobs"
        {...{ columns, rows, rowKey }}
        filters
        loading={isPending}
        problem={
          error && data === undefined ? (
            <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState
            title="No jobs"
            text={status === null ? 'Uploads and exports make jobs.' : `No job is ${status} at the moment.`}
          />
        }
        tools={<Statuses jobs={data ?? []} chosen={status} idKey={idKey} />}
      />
    </>
  )
}

/** How many jobs have each status; one may be chosen. */
function Statuses({ jobs, chosen, idKey }: { jobs: readonly Job[]; chosen: RunStatus | null; idKey: string }) {
  const counts = Map.groupBy(jobs, (job) => job.runStatus)
  const choose = (status: RunStatus | null) =>
    goTo(`${pagePath('jobQueue', {}, { status: status ?? undefined })}`, { replace: true })
  return (
    <div className="job-statuses" role="group" aria-label="Status">
      {idKey === ''
        ? runStatus.options
            .filter((status) => status === chosen || counts.has(status))
            .map((status) => (
              <button
                key={status}
                type="button"
                className={status === chosen ? 'chip toggle on' : 'chip toggle'}
                aria-pressed={status === chosen}
                onClick={() => choose(status === chosen ? null : status)}
              >
                {status} {counts.get(status)?.length ?? 0}
              </button>
            ))
        : null}
      {idKey === '' ? null : <PageLink page="jobQueue">Show all jobs</PageLink>}
      {jobs.length === mostJobs ? <span className="quiet">The latest {mostJobs} jobs</span> : null}
    </div>
  )
}
