import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listCatalogRecordings } from '#contract/catalogs.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { rateText } from './texts.ts'

type Row = AnswerOf<typeof listCatalogRecordings>[number]
const most = 500
/** The page has more to show below. */
const rowsOfPage = 10
/** While recordings may be being decoded again, milliseconds. */
const pollMs = 5000
const rowKey = ({ fileVersionId }: Row) => String(fileVersionId)

const columnsIn = (zone: string): ReadonlyArray<GridColumn<Row>> => [
  {
    id: 'recording',
    title: 'Recording',
    value: ({ displayName }) => displayName,
    cell: ({ fileVersionId, displayName }, { tabIndex }) => (
      <PageLink page="dataSpy" search={{ fileId: String(fileVersionId) }} tabIndex={tabIndex} className="catalog-name">
        {displayName}
      </PageLink>
    ),
    width: 200,
    grow: 2,
    card: 'head',
  },
  { id: 'vehicle', title: 'Vehicle', value: ({ vehicle }) => vehicle?.displayName || vehicle?.name || '', width: 140 },
  {
    id: 'start',
    title: 'Recorded',
    value: ({ startDate }) => new Date(startDate),
    text: ({ startDate }) => formatMoment(startDate, zone) ?? '',
    width: 165,
    grow: 0,
  },
  {
    id: 'rate',
    title: 'Match rate',
    value: ({ match }) => match.rate,
    text: ({ match }) => rateText(match),
    cell: ({ match }) => <MatchRate match={match} />,
    width: 150,
    grow: 0,
  },
  {
    id: 'ids',
    title: 'Identifiers',
    value: ({ match }) => match.matchedIds,
    text: ({ match }) => `${match.matchedIds} of ${match.idCount}`,
    width: 110,
    grow: 0,
    align: 'end',
  },
  {
    id: 'applied',
    title: 'In use',
    value: ({ applied }) => (applied ? 'decodes it' : 'not used'),
    cell: ({ applied }) => (applied ? <Tag tone="ok">decodes it</Tag> : <Tag tone="idle">not used</Tag>),
    width: 120,
    grow: 0,
  },
]

/** Share of the frames that the catalog knows, as a bar and a figure. */
export function MatchRate({ match }: { match: Row['match'] }) {
  return (
    <span className="match-rate" title={`${match.matchedFrames} of ${match.frameCount} frames`}>
      <svg width="64" height="6" aria-hidden="true">
        <rect width={64 * match.rate} height="6" rx="3" fill="var(--accent)" />
      </svg>
      {rateText(match)}
    </span>
  )
}

/** Recordings that the catalog fits, best first. */
export function MatchingRecordings({ catalogId, isAssigned }: { catalogId: number; isAssigned: boolean }) {
  const zone = useZone()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['catalogs', 'recordings', catalogId],
    queryFn: ({ signal }) => call(listCatalogRecordings, { params: { id: catalogId }, query: { max: most }, signal }),
    // Recordings that an assignment concerns are decoded one after the other.
    meta: { topics: ['job', 'recording'] },
    refetchInterval: ({ state }) => (isAssigned && state.data?.some(({ applied }) => !applied) ? pollUnlessLive(pollMs) : false),
  })
  const columns = useMemo(() => columnsIn(zone), [zone])
  return (
    <DataGrid
      label="Matching recordings"
      columns={columns}
      rows={data ?? []}
      rowKey={rowKey}
      pageSize={rowsOfPage}
      loading={isPending}
      problem={error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : undefined}
      empty={
        <EmptyState
          title="It fits no recording"
          text="None of the newest 1,000 recordings has frames with identifiers and lengths that this catalog knows."
        />
      }
    />
  )
}
