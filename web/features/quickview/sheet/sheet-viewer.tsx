import { useEffect, useMemo, useState } from 'react'
import { counted } from '#web/format/counts.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { CellGrid } from '../grid/cell-grid.tsx'
import { columnWidth } from '../grid/grid-column.ts'
import type { CellColumn } from '../grid/grid-column.ts'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import { contentAccess } from '../worker/content-access.ts'
import { WorkerClient } from '../worker/worker-client.ts'
import type { ReadSheet, SheetCalls } from './sheet-calls.ts'
import { largestWorkbook } from './sheet-calls.ts'

/** Rows that are looked at for the width of a column. */
const widthRows = 200
const noFilters: ReadonlyMap<number, string> = new Map()

/** A workbook (.xlsx): its sheets as tables, the first row as their heads. */
export function SheetViewer({ file }: { file: ViewedFile }) {
  const { sheets, problem } = useWorkbook(file)
  const [chosen, setChosen] = useState(0)
  if (problem !== null) return <ErrorCard title="An error occured" error={{ message: problem, fields: [] }} />
  if (sheets === null) return <p className="qv-note quiet">Loading media...</p>
  const sheet = sheets[chosen]
  if (sheet === undefined) return <p className="qv-note quiet">Empty</p>
  return (
    <div className="qv-fill">
      {sheets.length > 1 ? (
        <div className="qv-tools" role="group" aria-label="Sheets">
          {sheets.map(({ name }, place) => (
            <button
              key={name}
              type="button"
              className={place === chosen ? 'chip toggle on' : 'chip toggle'}
              aria-pressed={place === chosen}
              onClick={() => setChosen(place)}
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      {sheet.more > 0 ? <p className="quiet">{counted(sheet.more, 'more row')}: download the file to see them.</p> : null}
      <Sheet key={chosen} sheet={sheet} />
    </div>
  )
}

function Sheet({ sheet: { name, rows, numeric } }: { sheet: ReadSheet }) {
  const [filters, setFilters] = useState(noFilters)
  const [head = [], ...body] = rows
  const columns = useMemo<CellColumn[]>(() => {
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    return Array.from({ length: width }, (_, column) => {
      const longest = rows.slice(0, widthRows).reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)
      const title = rows[0]?.[column] ?? ''
      return { name: title, hint: '', align: numeric.includes(column) ? 'end' : 'start', width: columnWidth(title, '', longest) }
    })
  }, [rows, numeric])
  const passing = useMemo(() => {
    const wanted = [...filters].filter(([, text]) => text !== '').map(([column, text]) => [column, text.toLowerCase()] as const)
    return rows
      .slice(1)
      .map((cells, place) => ({ number: place + 2, cells }))
      .filter(({ cells }) => wanted.every(([column, text]) => (cells[column] ?? '').toLowerCase().includes(text)))
  }, [rows, filters])
  const load = useMemo(
    () => async (from: number, count: number) =>
      passing.slice(from, from + count).map(({ number, cells }) => ({
        number,
        cells: columns.map((_, column) => ({ text: cells[column] ?? '' })),
      })),
    [passing, columns],
  )
  if (head.length === 0 && body.length === 0) return <p className="qv-note quiet">Empty</p>
  return (
    <CellGrid
      label={name}
      columns={columns}
      count={passing.length}
      load={load}
      filters={filters}
      onFilter={(column, text) => setFilters((before) => new Map(before).set(column, text))}
      empty="No row passes the filters"
    />
  )
}

/** The workbook's sheets, read in a worker that goes when nobody looks any more. */
function useWorkbook({ id, of, size }: ViewedFile) {
  const [sheets, setSheets] = useState<readonly ReadSheet[] | null>(null)
  const [problem, setProblem] = useState<string | null>(
    size > largestWorkbook ? 'The workbook is larger than 16 MB; download it to look at it.' : null,
  )
  useEffect(() => {
    if (size > largestWorkbook) return
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module', name: 'sheet' })
    const client = new WorkerClient<SheetCalls, never>(worker, { access: contentAccess({ id, of }), onProgress: () => undefined })
    let isWanted = true
    client.call('read', { size }).then(
      (answer) => isWanted && setSheets(answer.sheets),
      (raised: unknown) =>
        isWanted && setProblem(`The workbook cannot be read: ${raised instanceof Error ? raised.message : String(raised)}`),
    )
    return () => {
      isWanted = false
      client.close()
    }
  }, [id, of, size])
  return { sheets, problem }
}
