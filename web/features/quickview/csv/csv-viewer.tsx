import { useCallback, useMemo, useState } from 'react'
import { formatBytes } from '#web/format/bytes.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { CellGrid } from '../grid/cell-grid.tsx'
import type { Place } from '../grid/cell-range.ts'
import { columnWidth } from '../grid/grid-column.ts'
import '../quickview.css'
import { GoToField } from '../text/go-to-field.tsx'
import { TextViewer } from '../text/text-viewer.tsx'
import type { ViewedFile } from '../viewed-file.ts'
import type { CsvProgress } from './csv-calls.ts'
import type { Dialect } from './dialect.ts'
import { FindField } from './find-field.tsx'
import { QuickPlot } from './quick-plot.tsx'
import type { OpenTable } from './use-table-file.ts'
import { useTableFile } from './use-table-file.ts'

/** A log of values as a table. */
export function CsvViewer({ file }: { file: ViewedFile }) {
  const { table, problem, progress } = useTableFile(file)
  if (problem !== null) return <ErrorCard title="An error occured" error={{ message: problem, fields: [] }} />
  if (file.size === 0) return <p className="qv-note quiet">Empty</p>
  if (table === null) return <p className="qv-note quiet">Loading media...</p>
  const { client, dialect } = table
  return dialect === null ? <TextViewer file={file} /> : <Table {...{ client, dialect, progress, file }} />
}

interface Given {
  client: OpenTable['client']
  dialect: Dialect
  progress: CsvProgress
  file: ViewedFile
}

function Table({ client, dialect, progress, file }: Given) {
  const [filters, setFilters] = useState<ReadonlyMap<number, string>>(new Map())
  const [everywhere, setEverywhere] = useState('')
  const [plotted, setPlotted] = useState<ReadonlySet<number>>(new Set())
  const [goTo, setGoTo] = useState<Place | null>(null)
  const columns = useMemo(
    () =>
      dialect.columns.map(({ name, type, width }) => ({
        name,
        hint: type === 'text' ? '' : type,
        align: type === 'number' ? ('end' as const) : ('start' as const),
        width: columnWidth(name, type, width),
      })),
    [dialect],
  )
  /** What is filtered by: other rows are read when it changes. */
  const key = JSON.stringify([everywhere, ...filters])
  const load = useCallback(
    async (from: number, count: number) => {
      const { rows } = await client.call('rows', { from, count })
      return rows.map(({ number, fields }) => ({ number: number + 1, cells: fields.map((text) => ({ text })) }))
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the rows that the worker shows
    [client, key],
  )
  function filter(next: ReadonlyMap<number, string>, all: string) {
    setFilters(next)
    setEverywhere(all)
    const wanted = [...next].map(([column, text]) => ({ column, text }))
    void client.call('filter', { filters: [...wanted, { column: -1, text: all }] })
  }
  const onFilter = (column: number, text: string) => filter(new Map(filters).set(column, text), everywhere)
  const chosen = useMemo(() => [...plotted], [plotted])
  const onChoose = (column: number) =>
    setPlotted((before) => {
      const after = new Set(before)
      if (!after.delete(column)) after.add(column)
      return after
    })

  return (
    <div className="qv-fill">
      <div className="qv-tools">
        <FindField
          onFind={async (text, isNext) => {
            const start = isNext && goTo !== null ? goTo.row + 1 : 0
            const first = await client.call('find', { text, from: start })
            const found = first.row === null && start > 0 ? await client.call('find', { text, from: 0 }) : first
            if (found.row === null) return null
            setGoTo({ row: found.row, column: found.column })
            return found.row + 1
          }}
        />
        <input
          type="search"
          className="input"
          aria-label="Filter rows"
          placeholder="Rows with this in any column"
          style={{ width: 232 }}
          defaultValue=""
          onKeyDown={(event) => event.key === 'Enter' && filter(filters, event.currentTarget.value)}
          onBlur={(event) => event.target.value !== everywhere && filter(filters, event.target.value)}
        />
        <GoToField
          label="Go to row"
          count={progress.rows}
          onGo={(number) => setGoTo((before) => ({ row: number - 1, column: before?.column ?? 0 }))}
        />
        {progress.isFiltered ? (
          <button type="button" className="button quiet" onClick={() => filter(new Map(), '')}>
            Clear filters
          </button>
        ) : null}
        <span className="quiet" role="status">
          {statusOf(progress, file.size)}
        </span>
      </div>
      {plotted.size > 0 ? (
        <QuickPlot
          {...{ client, dialect }}
          chosen={chosen}
          filterKey={key}
          isReady={progress.isComplete}
          onClose={() => setPlotted(new Set())}
        />
      ) : null}
      <CellGrid
        label={file.fileName}
        columns={columns}
        count={progress.rows}
        load={load}
        filters={filters}
        onFilter={onFilter}
        chosen={plotted}
        onChoose={onChoose}
        goTo={goTo}
        empty={progress.isFiltered ? (progress.isComplete ? 'No row passes the filters.' : 'Searching…') : 'Empty'}
      />
    </div>
  )
}

function statusOf({ rows, allRows, isComplete, isFiltered, isCut, scanned, working }: CsvProgress, size: number): string {
  const count = rows.toLocaleString('en')
  const counted = isFiltered
    ? `${count} of ${allRows.toLocaleString('en')} rows${isCut ? ', the first that pass' : ''}`
    : `${count} rows`
  const percent = (bytes: number) => `${Math.floor((100 * bytes) / Math.max(1, size))} %`
  if (working !== null) return `${counted}, searching ${percent(working)}`
  return isComplete ? `${counted}, ${formatBytes(size)}` : `${counted} so far, reading ${percent(scanned)}`
}
