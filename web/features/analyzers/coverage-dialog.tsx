import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { getAnalyzerCoverage } from '#contract/analyzers.ts'
import type { Analyzer, CoverageState } from '#contract/analyzers.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live, pollUnlessLive } from '#web/events/current-events.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { pagePath } from '#web/router/address.ts'
import { PathLink } from '#web/router/page-link.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { BackfillForm } from './backfill-form.tsx'
import { coverageTags } from './texts.ts'

type Coverage = AnswerOf<typeof getAnalyzerCoverage>
type CoveredFile = Coverage['files'][number]

const pageSize = 100
const pollMs = 10_000
/** Of more files the server is not asked at each news of a run: one look at them takes it a good part of a second. */
const mostFollowed = 20_000
const states = ['missing', 'stale', 'failed', 'running', 'done'] as const
const rowKey = ({ id }: CoveredFile) => String(id)

const columnsIn = (zone: string): ReadonlyArray<GridColumn<CoveredFile>> => [
  { id: 'filename', title: 'File', value: ({ filename }) => filename, width: 200, grow: 2, hideable: false, card: 'head' },
  {
    id: 'state',
    title: 'State',
    value: ({ state }) => coverageTags[state].word,
    cell: ({ state }) => (
      <span title={coverageTags[state].means}>
        <Tag tone={coverageTags[state].tone}>{coverageTags[state].word}</Tag>
      </span>
    ),
    width: 100,
    grow: 0,
    card: 'head',
  },
  { id: 'vehicle', title: 'Vehicle', value: ({ vehicle }) => vehicle, width: 120, grow: 1 },
  { id: 'upload', title: 'Upload Id', value: ({ upload_id }) => upload_id, width: 95, grow: 0, align: 'end' },
  {
    id: 'size',
    title: 'Size',
    value: ({ size }) => size,
    text: ({ size }) => formatBytes(size, 1),
    width: 95,
    grow: 0,
    align: 'end',
  },
  {
    id: 'received',
    title: 'Received',
    value: ({ received_at }) => new Date(received_at),
    text: ({ received_at }) => formatMoment(received_at, zone) ?? '',
    width: 170,
    grow: 0,
  },
  {
    id: 'result',
    title: 'Result',
    value: ({ result_id }) => result_id,
    cell: ({ result_id }, { tabIndex }) =>
      result_id === null ? null : (
        <PathLink path={pagePath('results', {}, { type: 'ingress', result: String(result_id) })} tabIndex={tabIndex}>
          {result_id}
        </PathLink>
      ),
    width: 80,
    grow: 0,
    align: 'end',
    card: 'foot',
  },
]

/** Which files of the archive an ingress analyzer has analysed, and the way to analyse the rest. */
export function CoverageDialog({ analyzer, onClose }: { analyzer: Analyzer; onClose: () => void }) {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const [state, setState] = useState<CoverageState | null>(null)
  const [page, setPage] = useState(1)
  const { id, name } = analyzer
  const isLarge = useRef(false)
  const follows = {
    ...live(['run', 'upload', 'dataset', 'analyzer', 'script'], pollMs, () => !isLarge.current),
    refetchInterval: () => (isLarge.current ? pollMs : pollUnlessLive(pollMs)),
  }
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['analyzers', 'coverage', id, state, page],
    placeholderData: keepPreviousData,
    ...follows,
    queryFn: async ({ signal }) => {
      const query = { max: pageSize, offset: (page - 1) * pageSize, ...(state === null ? {} : { state }) }
      const { answer, headers } = await exchange(getAnalyzerCoverage, { params: { id }, query, signal })
      isLarge.current = answer.counts.reduce((sum, { files }) => sum + files, 0) > mostFollowed
      return { ...answer, total: Number(headers.get('total')) }
    },
  })
  const columns = useMemo(() => columnsIn(zone), [zone])
  const pages = pageCountOf(data?.total ?? 0, pageSize)
  return (
    <Dialog title={`Coverage of ${name}`} size="large" onClose={onClose}>
      <div className="analyzer-coverage">
        <StateChoice
          counts={data?.counts ?? []}
          chosen={state}
          onChoose={(next) => {
            setState(next)
            setPage(1)
          }}
        />
        {administrator ? <BackfillForm analyzer={analyzer} follows={follows} /> : null}
        <DataGrid
          label={`Files of ${name}`}
          columns={columns}
          rows={data?.files ?? []}
          rowKey={rowKey}
          pageSize="all"
          sort={null}
          loading={isPending}
          problem={error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : undefined}
          empty={
            <EmptyState
              title="No files"
              text={state === null ? 'Nothing in the archive matches its datasets.' : `No file is ${coverageTags[state].word}.`}
            />
          }
        />
        {pages > 1 ? <Pager page={Math.min(page, pages)} pages={pages} onPage={setPage} /> : null}
      </div>
    </Dialog>
  )
}

/** How many files of each state, and a filter at the same time. */
function StateChoice({
  counts,
  chosen,
  onChoose,
}: {
  counts: Coverage['counts']
  chosen: CoverageState | null
  onChoose: (state: CoverageState | null) => void
}) {
  return (
    <div className="analyzer-states" role="group" aria-label="States">
      {states.map((state) => {
        const { files, bytes } = counts.find((count) => count.state === state) ?? { files: 0, bytes: 0 }
        return (
          <button
            key={state}
            type="button"
            className={chosen === state ? 'panel analyzer-state on' : 'panel analyzer-state'}
            aria-pressed={chosen === state}
            title={coverageTags[state].means}
            onClick={() => onChoose(chosen === state ? null : state)}
          >
            <Tag tone={coverageTags[state].tone}>{coverageTags[state].word}</Tag>
            <strong className="figure">{files}</strong>
            <span className="quiet figure">{formatBytes(bytes, 1)}</span>
          </button>
        )
      })}
    </div>
  )
}
