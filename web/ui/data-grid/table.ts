import {
  columnFilteringFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ColumnDef, RowData } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { GridColumn, GridSort } from './column.ts'
import { compareValues, defaultSort, textOf } from './column.ts'
import { passes } from './filter.ts'

const features = tableFeatures({
  columnFilteringFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
})

export interface TableGiven<Row extends RowData> {
  columns: ReadonlyArray<GridColumn<Row>>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  pageSize: number
  /** The order that somebody else (the server) keeps; the grid then only shows and asks for it. */
  sort?: GridSort | null
  onSort?: (sort: GridSort) => void
  /** The page is somebody else's business; all rows are shown. */
  manualPages: boolean
}

/** Sorting, filters, pages and hidden columns of a grid. */
export function useGridTable<Row extends RowData>(given: TableGiven<Row>) {
  const { columns, rows, rowKey, pageSize, sort, onSort, manualPages } = given
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns])
  const data = useMemo(() => [...rows], [rows])
  const first = useMemo(() => defaultSort(columns), [columns])
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    initialState: {
      sorting: first === null ? [] : [{ id: first.column, desc: first.descending }],
      columnVisibility: Object.fromEntries(columns.filter(({ hidden }) => hidden).map(({ id }) => [id, false])),
      pagination: { pageIndex: 0, pageSize },
    },
    enableMultiSort: false,
    enableSortingRemoval: false,
    manualSorting: onSort !== undefined,
    manualPagination: manualPages,
    ...(onSort === undefined
      ? {}
      : {
          state: { sorting: sort ? [{ id: sort.column, desc: sort.descending }] : [] },
          onSortingChange: (updater) => {
            const before = sort ? [{ id: sort.column, desc: sort.descending }] : []
            const [after] = typeof updater === 'function' ? updater(before) : updater
            if (after !== undefined) onSort({ column: after.id, descending: after.desc })
          },
        }),
  })
}

export type GridTable<Row extends RowData> = ReturnType<typeof useGridTable<Row>>

function definitionOf<Row extends RowData>(column: GridColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    // Nothing goes last in both orders.
    accessorFn: (row) => column.value(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: (a, b) => {
      const [left, right] = [column.value(a.original), column.value(b.original)]
      return left === null || right === null ? 0 : compareValues(left, right)
    },
    enableSorting: column.sortable !== false,
    sortDescFirst: false,
    enableColumnFilter: column.filterable !== false,
    filterFn: (row, _id, wanted) => passes(column.value(row.original), textOf(column, row.original), String(wanted)),
    enableHiding: column.hideable !== false,
  }
}
