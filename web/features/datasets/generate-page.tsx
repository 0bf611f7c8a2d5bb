import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FormEvent } from 'react'
import { rowsPerGroupLimit, searchArchive } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { mostDatasetFiles } from '#contract/datasets.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { dateErrors } from '#web/features/groups/date-text.ts'
import { makeSelectionStore, useSelection } from '#web/features/groups/selection-store.ts'
import { choicesOf, nothingChosen, summaryOf, toggleVersion } from '#web/features/groups/selection.ts'
import { useFleets } from '#web/features/groups/vehicle-picker.tsx'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../groups/criteria-form.css'
import '../groups/groups.css'
import { countExtensions, toggleExtension, wholeExtensions } from './chosen-files.ts'
import { CriteriaFields, meantCriteria, useCriteriaDraft } from './criteria-fields.tsx'
import './datasets.css'
import { ExtensionButtons } from './extension-buttons.tsx'
import { filtersOf, noCriteria, staticExtensions } from './filters.ts'
import type { DatasetCriteria } from './filters.ts'
import { foundColumns } from './found-columns.tsx'
import { SaveDatasetDialog } from './save-dialog.tsx'

const pageSizes = [50, 200, 500, 2000] as const
const rowKey = ({ uploadId }: UploadRow) => String(uploadId)
/** Height of the bar at the bottom, pixels. */
const dockHeight = 60
const noRows: readonly UploadRow[] = []

interface Asked {
  readonly criteria: DatasetCriteria
  readonly max: number
  readonly page: number
}

/** Finds collections, lets their files be chosen, and saves them as a static dataset. */
export function DatasetGeneratePage() {
  const zone = useZone()
  const [draft, setDraft] = useCriteriaDraft(noCriteria, zone)
  const [max, setMax] = useState<(typeof pageSizes)[number]>(200)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [store] = useState(makeSelectionStore)
  const fleets = useFleets()
  const criteria = meantCriteria(draft)
  const errors = dateErrors(draft.start.read, draft.end.read, Date.now())
  const found = useFound(asked)
  const rows = found.data?.rows ?? noRows
  const columns = useMemo(() => foundColumns(zone, store), [zone, store])
  const reason = reasonNotSearched(criteria, errors.start ?? errors.end, fleets.data?.length === 0)
  const isFirst = asked !== null && found.data === undefined && found.error === null

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason !== undefined) return
    store.change(() => nothingChosen)
    setAsked({ criteria, max, page: 1 })
  }

  return (
    <div className="groups">
      <PageHeader
        title="Static Data Set"
        crumbs={[
          { title: 'Dashboard', path: pagePath('home', {}) },
          { title: 'Data Sets', path: pagePath('datasets', {}) },
        ]}
        help={{
          title: 'Static Data Set',
          text: 'Search collections, choose files by their buttons or by extension, then create the data set. It holds exactly these files.',
        }}
      />
      <form className="panel criteria" aria-label="Search collections" onSubmit={submit}>
        <CriteriaFields {...{ draft, zone }} dateErrors={errors} onChange={setDraft} />
        <label className="field criteria-max">
          <span className="field-label">Results</span>
          <select
            className="input"
            value={max}
            onChange={(event) => setMax(pageSizes.find((size) => String(size) === event.target.value) ?? max)}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <div className="criteria-end">
          <button type="submit" className="button primary criteria-go" disabled={reason !== undefined} title={reason}>
            Search collections
          </button>
        </div>
      </form>
      {rowsPerGroupLimit * max <= rows.length ? (
        <p className="groups-notice warn" role="status">
          Collection limit reached. Some collections may be cut off.
        </p>
      ) : null}
      <DataGrid
        label="Collections"
        {...{ columns, rows, rowKey }}
        pageSize="all"
        loading={isFirst || found.isPlaceholderData}
        problem={
          found.error && found.data === undefined ? (
            <ErrorCard error={asApiError(found.error)} retry={() => void found.refetch()} />
          ) : undefined
        }
        empty={asked === null ? <NotSearched fleets={fleets} /> : <NothingFound />}
        marks={store}
        onToggle={(row) => store.change((before) => choicesOf(row).reduce(toggleVersion, before))}
        tallRows
        coverBottom={dockHeight}
        tools={
          rows.length > 0 ? (
            <>
              <Extensions store={store} rows={rows} />
              <span className="groups-total quiet">{counted(found.data?.total ?? 0, 'collection')}</span>
            </>
          ) : null
        }
      />
      <Chosen
        store={store}
        onSave={() => setSaving(true)}
        pager={
          asked === null ? null : (
            <Pager
              page={asked.page}
              pages={pageCountOf(found.data?.total ?? 0, asked.max)}
              onPage={(page) => setAsked({ ...asked, page })}
            />
          )
        }
      />
      {isSaving ? (
        <SaveDatasetDialog
          of={{ files: [...store.snapshot().versions.values()], filters: filtersOf(asked?.criteria ?? noCriteria) }}
          onClose={() => setSaving(false)}
          onSaved={() => goTo(pagePath('datasets', {}))}
        />
      ) : null}
    </div>
  )
}

function reasonNotSearched({ fleets, vehicles }: DatasetCriteria, dates: string | null, none: boolean): string | undefined {
  if (none) return 'There are no fleets available.'
  if (fleets.length + vehicles.length === 0) return 'Select at least one vehicle or fleet'
  return dates === null ? undefined : 'Correct the dates first'
}

function useFound(asked: Asked | null) {
  return useQuery({
    queryKey: ['datasets', 'search', asked],
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { criteria, max, page } = asked ?? { criteria: noCriteria, max: 1, page: 1 }
      const { answer, headers } = await exchange(searchArchive, {
        body: {
          fleetId: [...criteria.fleets],
          vehicleId: [...criteria.vehicles],
          names: [...criteria.names],
          extensions: [...criteria.extensions],
          startDate: criteria.start,
          endDate: criteria.end,
          sort: 'startDate',
          order: 'desc',
          offset: (page - 1) * max,
          max,
          // beside the search that a person pages through in the archive
          remember: false,
        },
        signal,
      })
      return { rows: answer, total: Number(headers.get('total')) }
    },
  })
}

function NotSearched({ fleets }: { fleets: ReturnType<typeof useFleets> }) {
  if (fleets.data?.length === 0)
    return <EmptyState title="There are no fleets available." text="An administrator adds fleets and vehicles." />
  return (
    <EmptyState
      title={fleets.data === undefined && fleets.error === null ? 'Loading fleets...' : 'Which collections?'}
      text="Select vehicles or fleets above, then search. The files that you choose become the data set."
    />
  )
}

const NothingFound = () => (
  <EmptyState
    title="No collections found"
    text="No stored collection matches. Widen the dates, or leave out names and extensions."
  />
)

/** Chooses all found files of an extension at once. */
function Extensions({ store, rows }: { store: ReturnType<typeof makeSelectionStore>; rows: readonly UploadRow[] }) {
  const selection = useSelection(store)
  const counts = useMemo(() => countExtensions(rows), [rows])
  return (
    <ExtensionButtons
      label="Choose Extensions"
      extensions={staticExtensions}
      chosen={wholeExtensions(selection, rows)}
      counts={counts}
      onToggle={(extension) => store.change((before) => toggleExtension(before, extension, rows))}
    />
  )
}

/** What is chosen, and the way to the data set. */
function Chosen({
  store,
  pager,
  onSave,
}: {
  store: ReturnType<typeof makeSelectionStore>
  pager: React.ReactNode
  onSave: () => void
}) {
  const { count, size } = summaryOf(useSelection(store))
  const tooMany = count > mostDatasetFiles ? `A data set holds ${mostDatasetFiles} files at most` : undefined
  return (
    <div className={count > 0 ? 'dock on' : 'dock'} role="region" aria-label="Selection and pages">
      {count > 0 ? (
        <div className="dock-chosen dataset-chosen">
          <span className="dock-count" role="status">
            <strong>{counted(count, 'file')}</strong> ({formatBytes(size)}) selected
          </span>
          <button type="button" className="button primary" disabled={tooMany !== undefined} title={tooMany} onClick={onSave}>
            Create Static Data Set
          </button>
          <button type="button" className="button quiet" onClick={() => store.change(() => nothingChosen)}>
            Clear Selections
          </button>
        </div>
      ) : (
        <span className="quiet dock-hint">Click a file type to select it</span>
      )}
      {pager}
    </div>
  )
}
