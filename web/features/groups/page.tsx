import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { asApiError } from '#web/api/errors.ts'
import { useZone } from '#web/format/use-zone.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { archiveColumns, sortColumns } from './columns.tsx'
import { CriteriaForm } from './criteria-form.tsx'
import { Dock } from './dock.tsx'
import { ExtensionStrip } from './extension-strip.tsx'
import { GroupHeader } from './group-header.tsx'
import { Arrivals, NothingFound, SearchError, Total } from './notices.tsx'
import { PageActions } from './page-actions.tsx'
import { PendingPanel } from './pending-panel.tsx'
import { useIsOn } from './preferences.ts'
import { RowDialog } from './row-dialogs.tsx'
import type { RowAct } from './row-dialogs.tsx'
import './groups.css'
import { criteriaOf, isCutOff, isUnrestricted } from './search-state.ts'
import { makeSelectionStore } from './selection-store.ts'
import { choicesOf, nothingChosen, toggleVersion, withRows } from './selection.ts'
import { useArchiveSearch } from './use-archive-search.ts'

const ExportProgress = lazy(async () => ({
  default: (await import('#web/features/exports/export-progress.tsx')).ExportProgress,
}))

const rowKey = ({ uploadId }: UploadRow) => String(uploadId)
const groupOf = ({ groupId }: UploadRow) => String(groupId)
const sortNames = Object.entries(sortColumns)
/** Height of the dock, pixels. */
const dockHeight = 60

/** Data Groups (`grouped`), and All Collections: search, results, selection. */
export function GroupsPage({ grouped }: { grouped: boolean }) {
  const zone = useZone()
  const hidesPersistent = useIsOn('hidePersistentFiles')
  const { search, found, rows, newUploads, go, showAll } = useArchiveSearch(grouped, hidesPersistent)
  const [selection] = useState(makeSelectionStore)
  const criteria = useMemo(() => criteriaOf(search), [search])
  const criteriaKey = JSON.stringify(criteria)
  const administrator = isAdministrator(useUser())
  const [act, setAct] = useState<RowAct | null>(null)
  const [exports, setExports] = useState<readonly number[]>([])
  const { refetch } = found
  const searchAgain = useCallback(() => void refetch(), [refetch])
  const columns = useMemo(
    () => archiveColumns({ zone, grouped, selection, administrator, onOpen: setAct }),
    [zone, grouped, selection, administrator],
  )
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
        actions={<PageActions />}
      />
      <CriteriaForm key={criteriaKey} searched={criteria} zone={zone} submitting={firstLoad || isPlaceholderData} onSearch={go} />
      {data ? <PendingPanel /> : null}
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
        problem={failed ? <SearchError error={failed} retry={searchAgain} /> : null}
        empty={<NothingFound everything={isUnrestricted(criteria) && !hidesPersistent} showAll={showAll} />}
        marks={selection}
        onToggle={(row) => selection.change((before) => choicesOf(row).reduce(toggleVersion, before))}
        tallRows
        coverBottom={dockHeight}
        tools={
          <>
            <ExtensionStrip rows={rows} store={selection} />
            <span className="groups-total quiet">
              {exports.length > 0 ? (
                <Suspense>
                  <ExportProgress jobs={exports} onArrived={searchAgain} onSeen={() => setExports([])} />
                </Suspense>
              ) : null}
              <Arrivals newUploads={newUploads} onSearch={searchAgain} />
              {hidesPersistent ? <span title="Turn it off in Settings">persistent files hidden</span> : null}
              {data ? <Total found={data} grouped={grouped} /> : null}
            </span>
          </>
        }
      />
      <Dock
        store={selection}
        rows={rows}
        onRecycled={searchAgain}
        onScheduled={(jobs) => setExports((before) => [...before, ...jobs])}
        pager={<Pager page={Math.min(search.page, pages)} pages={pages} onPage={(page) => go({ page })} />}
      />
      {act ? <RowDialog act={act} onClose={() => setAct(null)} /> : null}
    </div>
  )
}
