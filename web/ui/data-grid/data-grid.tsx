import type { RowData } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { EmptyState } from '../empty-state.tsx'
import type { GridColumn, GridSort } from './column.ts'
import './data-grid.css'
import { GridCardsView } from './grid-cards.tsx'
import type { Marks } from './grid-row.tsx'
import { GridTableView } from './grid-table.tsx'
import { GridTools } from './grid-tools.tsx'
import { linesOf } from './lines.ts'
import { Pager } from './pager.tsx'
import { useGridTable } from './table.ts'
import { useNarrow } from './use-narrow.ts'

/** Rows of a page unless the user or the page's author says otherwise. */
export const defaultPageSize = 100
const pageSizes = [50, 100, 500, 2000] as const

export interface DataGridProps<Row extends RowData> {
  /** Its name, for screen readers. */
  label: string
  /** Keep these two the same object between renders. */
  columns: ReadonlyArray<GridColumn<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Rows with the same text stand together under one band. */
  group?: { of: (row: Row) => string; header: (rows: readonly Row[], group: string) => ReactNode }
  /** The order that the server keeps. Without it the grid sorts, newest `created_at` or `updated_at` first. */
  sort?: GridSort | null
  onSort?: (sort: GridSort) => void
  /** Rows of one page; `all` shows every row and no pager. */
  pageSize?: number | 'all'
  /** Fields above the columns that filter the rows given here. Leave off where the server filters. */
  filters?: boolean
  /** First loading: shapes in place of rows. With rows: they stay, marked as busy. */
  loading?: boolean
  /** Shown in place of the rows. */
  problem?: ReactNode
  empty?: ReactNode
  marks?: Marks<Row>
  /** Enter on a row. */
  onOpen?: (row: Row) => void
  /** Space on a row. */
  onToggle?: (row: Row) => void
  /** Rows may be higher than one line (chips that wrap); it costs some smoothness. Do not change it. */
  tallRows?: boolean
  /** At the left above the grid. */
  tools?: ReactNode
  /** Pixels at the window's bottom that a bar of the page covers. */
  coverBottom?: number
}

/**
 * The grid of every list: groups, sorting, filters, pages, virtual lines, columns to show and hide, export, keyboard.
 * Rows become cards on narrow windows. It scrolls with the page.
 */
export function DataGrid<Row extends RowData>(given: DataGridProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    group,
    sort,
    onSort,
    pageSize = defaultPageSize,
    filters = false,
    loading = false,
  } = given
  const { problem, empty, marks, onOpen, onToggle, tools, coverBottom = 0, tallRows = false } = given
  const narrow = useNarrow()
  const [filtering, setFiltering] = useState(false)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const paged = pageSize !== 'all'
  const table = useGridTable({
    columns,
    rows,
    rowKey,
    pageSize: paged ? pageSize : defaultPageSize,
    sort,
    onSort,
    manualPages: !paged,
  })

  const { columnVisibility, pagination } = table.state
  const shown = useMemo(() => columns.filter(({ id }) => columnVisibility[id] !== false), [columns, columnVisibility])
  const model = table.getRowModel().rows
  const groupOf = group?.of
  const lines = useMemo(
    () =>
      linesOf(
        model.map(({ original }) => original),
        rowKey,
        groupOf ? { of: groupOf, closed } : undefined,
      ),
    [model, rowKey, groupOf, closed],
  )
  const onFold = useCallback((name: string) => {
    setClosed((before) => {
      const after = new Set(before)
      if (!after.delete(name)) after.add(name)
      return after
    })
  }, [])

  const left = table.getSortedRowModel().rows.length
  const none =
    rows.length > 0 ? (
      <EmptyState title="No row passes the filters" text="Change or clear what is typed above the columns." />
    ) : (
      (empty ?? <EmptyState title="Nothing here yet" />)
    )
  const instead = problem ?? (loading && rows.length === 0 ? <Shapes narrow={narrow} /> : left === 0 ? none : null)
  const View = narrow ? GridCardsView : GridTableView

  return (
    <section className={narrow ? 'grid-frame narrow' : 'grid-frame'}>
      <GridTools
        {...{ table, columns, shown, filters, filtering, narrow }}
        onFiltering={(on) => {
          setFiltering(on)
          if (!on) table.setColumnFilters([])
        }}
        exportRows={() => table.getSortedRowModel().rows.map(({ original }) => original)}
      >
        {tools}
      </GridTools>
      <View
        {...{ label, table, lines, onFold, marks, onOpen, onToggle, instead, filtering, coverBottom }}
        measured={tallRows}
        columns={shown}
        groupHeader={group?.header}
        busy={loading}
      />
      {paged && left > Math.min(pageSize, ...pageSizes) ? (
        <div className="grid-foot">
          <span className="quiet">{left.toLocaleString('en')} rows</span>
          <label className="grid-size">
            <span className="quiet">Rows per page</span>
            <select
              className="input"
              value={pagination.pageSize}
              onChange={(event) => table.setPageSize(Number(event.target.value))}
            >
              {[...new Set([...pageSizes, pageSize])]
                .toSorted((a, b) => a - b)
                .map((size) => (
                  <option key={size} value={size}>
                    {size}
                  </option>
                ))}
            </select>
          </label>
          <Pager
            page={pagination.pageIndex + 1}
            pages={Math.max(1, table.getPageCount())}
            onPage={(page) => table.setPageIndex(page - 1)}
          />
        </div>
      ) : null}
    </section>
  )
}

/** The shapes of rows that are on their way. */
function Shapes({ narrow }: { narrow: boolean }) {
  return (
    <div role="status" aria-label="Loading" className="grid-shapes">
      {Array.from({ length: narrow ? 5 : 12 }, (_, index) => (
        <div key={index} className="grid-shape">
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
