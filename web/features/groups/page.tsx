import { useEffect, useMemo, useState } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ApiError } from '#web/api/errors.ts'
import { useZone } from '#web/format/use-zone.ts'
import { UploadButton } from '#web/features/uploads/upload-button.tsx'
import { useArrivals } from '#web/features/uploads/arrivals.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { archiveColumns, sortColumns } from './columns.tsx'
import { CriteriaForm } from './criteria-form.tsx'
import { Dock } from './dock.tsx'
import { ExtensionStrip } from './extension-strip.tsx'
import { GroupHeader } from './group-header.tsx'
import './groups.css'
import { criteriaOf, isCutOff, isUnrestricted } from './search-state.ts'
import { makeSelectionStore } from './selection-store.ts'
import { choicesOf, nothingChosen, toggleVersion, withRows } from './selection.ts'
import { useArchiveSearch } from './use-archive-search.ts'
import type { Found } from './use-archive-search.ts'

const rowKey = ({ uploadId }: UploadRow) => String(uploadId)
const groupOf = ({ groupId }: UploadRow) => String(groupId)
const sortNames = Object.entries(sortColumns)
/** Height of the dock, pixels. */
const dockHeight = 60

/** Data Groups (`grouped`), and All Collections: search, results, selection. */
export function GroupsPage({ grouped }: { grouped: boolean }) {
  const zone = useZone()
  const { search, found, rows, go, showAll } = useArchiveSearch(grouped)
  const [selection] = useState(makeSelectionStore)
  const criteria = useMemo(() => criteriaOf(search), [search])
  const criteriaKey = JSON.stringify(criteria)
  const columns = useMemo(() => archiveColumns({ zone, grouped, selection }), [zone, grouped, selection])
  const group = useMemo(
    () =>
      grouped
        ? { of: groupOf, header: (members: readonly UploadRow[]) => <GroupHeader rows={members} zone={zone} /> }
        : undefined,
    [grouped, zone],
  )

  // Another page or order keeps what was chosen; a new search begins anew.
  useEffect(() => selection.change(() => nothingChosen), [selection, criteriaKey])
  useEffect(() => {
    if (!found.isPlaceholderData) selection.change((before) => withRows(before, rows))
  }, [selection, rows, found.isPlaceholderData])

  const { data, error, isPlaceholderData } = found
  const pages = data ? pageCountOf(data.total, search.max) : 1
  const sortedBy = sortNames.find(([, name]) => name === search.sort)?.[0] ?? 'uploadId'
  const firstLoad = data === undefined && error === null
  const failed = error !== null && (data === undefined || isPlaceholderData) ? asApiError(error) : null

  return (
    <div className="groups">
      <PageHeader
        title={grouped ? 'Data Groups' : 'All Collections'}
        crumbs={[{ title: 'Data Archive' }]}
        help={{
          text: grouped
            ? 'Mostly equivalent to the data archive page, but shows groups of stored collections: uploads that belong together stand under one header.'
            : 'Every stored collection. Data Groups shows the same with uploads that belong together under one header.',
        }}
        actions={<UploadButton />}
      />
      <CriteriaForm key={criteriaKey} searched={criteria} zone={zone} submitting={firstLoad || isPlaceholderData} onSearch={go} />
      {data && isCutOff(rows.length, search.max) ? (
        <p className="groups-notice warn" role="status">
          Collection limit reached. Some collections may be cut off.
        </p>
      ) : null}
      <DataGrid
        label={grouped ? 'Groups' : 'Collections'}
        {...{ columns, rows, rowKey, group }}
        pageSize="all"
        sort={{ column: sortedBy, descending: search.order === 'desc' }}
        onSort={({ column, descending }) => {
          const name = sortNames.find(([id]) => id === column)?.[1]
          if (name) go({ sort: name, order: descending ? 'desc' : 'asc' })
        }}
        loading={firstLoad || isPlaceholderData}
        problem={failed ? <SearchError error={failed} retry={() => void found.refetch()} /> : null}
        empty={<NothingFound everything={isUnrestricted(criteria)} showAll={showAll} />}
        marks={selection}
        onToggle={(row) => selection.change((before) => choicesOf(row).reduce(toggleVersion, before))}
        tallRows
        coverBottom={dockHeight}
        tools={
          <>
            <ExtensionStrip rows={rows} store={selection} />
            <span className="groups-total quiet">
              <Arrivals onSearch={() => void found.refetch()} />
              {data ? <Total found={data} grouped={grouped} /> : null}
            </span>
          </>
        }
      />
      <Dock
        store={selection}
        rows={rows}
        onRecycled={() => void found.refetch()}
        pager={<Pager page={Math.min(search.page, pages)} pages={pages} onPage={(page) => go({ page })} />}
      />
    </div>
  )
}

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

function Total({ found: { total, uploads }, grouped }: { found: Found; grouped: boolean }) {
  if (!grouped) return counted(total, 'upload')
  const [number, word] = counted(uploads, 'upload').split(' ')
  return (
    <span>
      {number} <span className="groups-word">{word} </span>in {counted(total, 'group')}
    </span>
  )
}

function SearchError({ error, retry }: { error: ApiError; retry: () => void }) {
  const detail = [error.detail, `Code: ${error.code}`].filter((part) => part !== null).join(' · ')
  return (
    <div className="groups-error">
      <ErrorCard title="An error occured" error={{ message: error.message, detail, fields: error.fields }} retry={retry} />
    </div>
  )
}

function NothingFound({ everything, showAll }: { everything: boolean; showAll: () => void }) {
  if (everything) {
    return (
      <EmptyState
        title="The archive is empty"
        text="Loggers upload by themselves. You can also drop files or a folder anywhere onto this page."
      >
        <UploadButton />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No recordings match"
      text="Take a criterion away, or widen the date range: it finds recordings that overlap it."
    >
      <button type="button" className="button" onClick={showAll}>
        Show everything
      </button>
    </EmptyState>
  )
}

/** After own uploads have finished: their rows are not here yet. */
function Arrivals({ onSearch }: { onSearch: () => void }) {
  const { count, seen } = useArrivals()
  if (count === 0) return null
  return (
    <span className="groups-arrivals" role="status">
      {counted(count, 'file')} uploaded since
      <button
        type="button"
        className="button"
        onClick={() => {
          seen()
          onSearch()
        }}
      >
        Search again
      </button>
    </span>
  )
}
