import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listCatalogs } from '#contract/catalogs.ts'
import type { Catalog } from '#contract/catalogs.ts'
import { exchange } from '#web/api/client.ts'
import { pollUnlessLive } from '#web/events/current-events.ts'
import { asApiError } from '#web/api/errors.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import './catalogs.css'
import { CatalogHelp } from './help.tsx'
import { placeOf, stateTags } from './texts.ts'
import { CatalogUploadDialog } from './upload-dialog.tsx'

/** While a file is being read, milliseconds. */
const pollMs = 2000
const typingMs = 300
const mostCatalogs = 500

const rowKey = ({ id }: Catalog) => String(id)
const open = ({ id }: Catalog) => goTo(pagePath('catalog', { catalogId: id }))

const columnsIn = (zone: string): ReadonlyArray<GridColumn<Catalog>> => [
  {
    id: 'name',
    title: 'Name',
    value: ({ name }) => name,
    cell: ({ id, name }, { tabIndex }) => (
      <PageLink page="catalog" params={{ catalogId: id }} tabIndex={tabIndex} className="catalog-name">
        {name}
      </PageLink>
    ),
    width: 200,
    grow: 2,
    hideable: false,
    card: 'head',
  },
  {
    id: 'state',
    title: 'State',
    value: ({ newest }) => stateTags[newest.state].word,
    cell: ({ newest }) => <Tag tone={stateTags[newest.state].tone}>{stateTags[newest.state].word}</Tag>,
    width: 130,
    grow: 0,
    card: 'head',
  },
  { id: 'kind', title: 'Kind', value: ({ kind }) => kind.toUpperCase(), width: 80, grow: 0 },
  { id: 'messages', title: 'Messages', value: ({ newest }) => newest.messageCount, width: 100, grow: 0, align: 'end' },
  { id: 'signals', title: 'Signals', value: ({ newest }) => newest.signalCount, width: 100, grow: 0, align: 'end' },
  {
    id: 'assigned',
    title: 'Assigned to',
    value: ({ assignments }) => [...new Set(assignments.map(placeOf))].join(', ') || 'nothing yet',
    width: 200,
    grow: 2,
  },
  { id: 'version', title: 'Version', value: ({ newest }) => newest.number, width: 90, grow: 0, align: 'end' },
  {
    id: 'updated_at',
    title: 'Updated',
    value: ({ newest }) => new Date(newest.uploadedDate),
    text: ({ newest }) => formatMoment(newest.uploadedDate, zone) ?? '',
    width: 165,
    grow: 0,
  },
]

/** The catalogs of the organization. */
export function CatalogsPage() {
  const { q } = useSearch({ strict: false })
  const navigate = useNavigate()
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const [adding, setAdding] = useState(false)
  const wanted = useDebounced(q ?? '', typingMs)
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['catalogs', 'list', wanted],
    queryFn: async ({ signal }) => {
      const { answer, headers } = await exchange(listCatalogs, {
        query: { max: mostCatalogs, ...(wanted === '' ? {} : { q: wanted }) },
        signal,
      })
      return { catalogs: answer, total: Number(headers.get('total')) }
    },
    placeholderData: keepPreviousData,
    meta: { topics: ['job'] },
    refetchInterval: ({ state }) =>
      state.data?.catalogs.some(({ newest }) => newest.state === 'importing') ? pollUnlessLive(pollMs) : false,
  })
  const columns = useMemo(() => columnsIn(zone), [zone])
  const rows = data?.catalogs ?? []
  const why = administrator ? undefined : 'Only administrators add catalogs'
  const add = (
    <button type="button" className="button primary" disabled={!administrator} title={why} onClick={() => setAdding(true)}>
      Add catalog
    </button>
  )
  return (
    <>
      <PageHeader
        title="Catalogs"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={add}
        help={{ title: 'Catalogs', text: <CatalogHelp /> }}
      />
      <DataGrid
        label="Catalogs"
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        loading={isPending}
        onOpen={open}
        problem={error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : undefined}
        tools={
          <input
            className="input catalog-search"
            type="search"
            aria-label="Name contains"
            placeholder="Name contains"
            value={q ?? ''}
            onChange={(event) => {
              const text = event.target.value
              void navigate({ to: '.', search: text === '' ? {} : { q: text }, replace: true })
            }}
          />
        }
        empty={
          wanted === '' ? (
            <EmptyState
              title="No catalogs yet"
              text="A catalog says what the frames of a bus mean: a DBC, ARXML, KCD, SYM or LDF file. Add one and assign it to a fleet or a vehicle; its recordings then have signals."
            >
              {add}
            </EmptyState>
          ) : (
            <EmptyState title="No catalog has this name" text="Change or clear what is typed above." />
          )
        }
      />
      {data !== undefined && data.total > rows.length ? (
        <p className="quiet catalog-more">
          The first {rows.length} of {data.total} catalogs; type a part of a name to find the others.
        </p>
      ) : null}
      {adding ? (
        <CatalogUploadDialog onClose={() => setAdding(false)} onSent={(id) => goTo(pagePath('catalog', { catalogId: id }))} />
      ) : null}
    </>
  )
}
