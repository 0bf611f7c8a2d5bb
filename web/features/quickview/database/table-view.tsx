import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { countDatabaseRows, readDatabaseRows } from '#contract/quick-view.ts'
import type { DatabaseTable } from '#contract/quick-view.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { CellGrid } from '../grid/cell-grid.tsx'
import type { Place } from '../grid/cell-range.ts'
import { columnWidth } from '../grid/grid-column.ts'
import { GoToField } from '../text/go-to-field.tsx'
import type { ViewedFile } from '../viewed-file.ts'
import { CellDialog } from './cell-dialog.tsx'
import { gridCellOf } from './cell-text.ts'
import { PageCache } from './page-cache.ts'
import { databaseFilterOf } from './table-filter.ts'

/** Rows of one page; fewer of wide tables, as the server gives them. */
const pageRows = 200
const pageCells = 20_000

interface Sort {
  readonly column: number
  readonly descending: boolean
}

/** One table: sorted, filtered, read page by page as one scrolls. */
export function TableView({ file, table }: { file: ViewedFile; table: DatabaseTable }) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map())
  const [sort, setSort] = useState<Sort | null>(null)
  const [goTo, setGoTo] = useState<Place | null>(null)
  const [opened, setOpened] = useState<Place | null>(null)
  /** Rows that are there at least, while they are not counted. */
  const [seen, setSeen] = useState(0)
  const nameOf = useCallback((column: number) => table.columns[column]?.name ?? '', [table])
  const choice = useMemo(() => {
    const filters = [...typed].flatMap(([column, text]) => databaseFilterOf(nameOf(column), text) ?? [])
    return { table: table.name, filters, sort: sort && { column: nameOf(sort.column), descending: sort.descending } }
  }, [typed, sort, table, nameOf])

  const counted = useQuery({
    queryKey: ['databaseCount', file.id, choice.table, choice.filters],
    queryFn: ({ signal }) =>
      call(countDatabaseRows, { params: { id: file.id }, body: { table: choice.table, filters: choice.filters }, signal }),
    staleTime: Infinity,
    retry: false,
  })
  const cache = useMemo(
    () =>
      new PageCache(Math.max(1, Math.min(pageRows, Math.floor(pageCells / table.columns.length))), (offset, max) =>
        call(readDatabaseRows, { params: { id: file.id }, body: { ...choice, offset, max } }),
      ),
    [file.id, table, choice],
  )
  const load = useCallback(
    async (from: number, count: number) => {
      const { rows, end } = await cache.rows(from, count)
      setSeen((before) => Math.max(before, from + rows.length + (end ? 0 : pageRows)))
      return rows.map((row, i) => ({ number: from + i + 1, cells: row.map((cell) => gridCellOf(cell)) }))
    },
    [cache],
  )
  const columns = useMemo(
    () =>
      table.columns.map(({ name, type }) => {
        const isNumber = /INT|REAL|FLOA|DOUB|NUM|DEC/i.test(type)
        return {
          name,
          hint: type.toLowerCase().slice(0, 16),
          align: isNumber ? ('end' as const) : ('start' as const),
          width: columnWidth(name, type.slice(0, 16), isNumber ? 12 : 22),
        }
      }),
    [table],
  )
  const count = counted.data?.count ?? (counted.error ? Math.max(seen, pageRows) : 0)
  return (
    <div className="qv-fill">
      <div className="qv-tools">
        <GoToField
          label="Go to row"
          count={count}
          onGo={(number) => setGoTo((before) => ({ row: number - 1, column: before?.column ?? 0 }))}
        />
        {choice.filters.length > 0 ? (
          <button type="button" className="button quiet" onClick={() => setTyped(new Map())}>
            Clear filters
          </button>
        ) : null}
        <span className="quiet" role="status">
          {counted.data !== undefined
            ? `${count.toLocaleString('en')} rows`
            : counted.error
              ? asApiError(counted.error).message
              : 'Counting rows…'}
          {table.columnCount > table.columns.length ? `, the first ${table.columns.length} of ${table.columnCount} columns` : ''}
        </span>
      </div>
      <CellGrid
        label={table.name}
        columns={columns}
        count={count}
        load={load}
        filters={typed}
        onFilter={(column, text) => setTyped((before) => new Map(before).set(column, text))}
        sort={sort}
        onSort={(column) => setSort((before) => nextSort(before, column))}
        onOpen={setOpened}
        goTo={goTo}
        empty={counted.data === undefined ? '' : choice.filters.length > 0 ? 'No row passes the filters.' : 'Empty'}
      />
      {opened === null ? null : (
        <CellDialog
          file={file}
          ask={{ ...choice, offset: opened.row, column: nameOf(opened.column) }}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

/** Upwards, downwards, as in the table. */
function nextSort(before: Sort | null, column: number): Sort | null {
  if (before?.column !== column) return { column, descending: false }
  return before.descending ? null : { column, descending: true }
}
