import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listResults } from '#contract/ipa-results.ts'
import type { Result } from '#contract/ipa-results.ts'
import { cancelJob, deleteJob } from '#contract/jobs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { AnalysisNotice } from '#web/features/analysis-status/notice.tsx'
import { resultPollMs } from '#web/features/results/use-results.ts'
import '#web/features/results/results.css'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { runColumns } from './columns.tsx'

const mostRuns = 500
const rowKey = ({ id }: Result) => String(id)

/** Runs of analyses that are in the job queue: what waits, is at work, or has ended lately. */
export function RunQueuePage() {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const queries = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['results', 'queue', administrator],
    ...live(['run', 'job'], resultPollMs),
    queryFn: ({ signal }) =>
      call(listResults, { query: { owner: administrator ? 'everybody' : 'all', max: mostRuns, offset: 0 }, signal }),
  })
  const settled = {
    onError: (raised: Error) => showToast(asApiError(raised).message, 'error', 4000),
    onSettled: () => queries.invalidateQueries({ queryKey: ['results'] }),
  }
  const { mutate: cancel } = useMutation({
    mutationFn: (id: number) => call(cancelJob, { params: { id } }),
    ...settled,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (id: number) => call(deleteJob, { params: { id } }),
    ...settled,
  })
  const rows = useMemo(() => (data ?? []).filter(({ job_id }) => job_id !== null), [data])
  const columns = useMemo(() => runColumns(zone, { onCancel: cancel, onDelete: remove }), [zone, cancel, remove])
  return (
    <>
      <PageHeader
        title="Run queue"
        crumbs={[{ title: 'Results', path: pagePath('results', {}) }]}
        help={{
          text: 'A run is NEW until a worker takes it, STARTED while its script is at work. Cancel ends it and everything it has started. A run that has ended can be taken off the queue; its result stays.',
        }}
      />
      <AnalysisNotice />
      <DataGrid
        label="Runs"
        {...{ columns, rows, rowKey }}
        filters
        loading={isPending}
        onOpen={({ id, type }) => goTo(pagePath('results', {}, { type, result: String(id) }))}
        problem={
          error && data === undefined ? (
            <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
          ) : undefined
        }
        empty={
          <EmptyState title="No runs" text="Running an analyzer puts a run here.">
            <PageLink page="analyzers" className="button primary">
              Analyzers
            </PageLink>
          </EmptyState>
        }
      />
    </>
  )
}
