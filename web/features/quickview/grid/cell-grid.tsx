import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import '../quickview.css'
import type { CellRange, Place } from './cell-range.ts'
import { clipboardText, cornersOf, isInside } from './cell-range.ts'
import './cell-grid.css'
import { GridHead } from './grid-head.tsx'
import type { CellColumn, CellRow } from './grid-column.ts'
import { columnsInView, edgesOf } from './grid-column.ts'
import { useRowWindow, WindowFrame } from './row-window.tsx'

const rowHeight = 26
const headHeight = 68
/** Cells that are copied at once. */
const mostCopied = 100_000

export interface CellGridProps {
  label: string
  columns: readonly CellColumn[]
  /** Rows known so far. */
  count: number
  /** Rows by their place; another function (same count) makes the grid read again. */
  load: (from: number, count: number) => Promise<readonly CellRow[]>
  filters: ReadonlyMap<number, string>
  onFilter: (column: number, text: string) => void
  sort?: { readonly column: number; readonly descending: boolean } | null
  onSort?: (column: number) => void
  /** Columns that are marked, by their heads. */
  chosen?: ReadonlySet<number>
  onChoose?: (column: number) => void
  /** Enter or a double click. */
  onOpen?: (place: Place) => void
  /** Goes there; a new object goes there again. */
  goTo?: Place | null
  empty: ReactNode
}

/** A table of any number of rows and columns: what is in view exists, the rest is numbers. */
export function CellGrid(given: CellGridProps) {
  const { label, columns, count, load, filters, onFilter, onOpen, goTo = null, empty } = given
  const window = useRowWindow({ count, rowHeight, headHeight })
  const { top, visible, show, reveal, box } = window
  const [range, setRange] = useState<CellRange | null>(null)
  const isDragging = useRef(false)
  const gridId = useId()
  const edges = useMemo(() => edgesOf(columns), [columns])
  const numberWidth = Math.max(44, String(count).length * 8 + 20)
  const [first, end] = columnsInView(edges, window.left - 200, window.width + 400)
  const from = Math.max(0, top - visible)
  const wanted = Math.min(count, top + 2 * visible + 1) - from
  const ask = useMemo(
    () => (wanted <= 0 ? null : () => load(from, wanted).then((rows) => ({ from, load, rows }))),
    [load, from, wanted],
  )
  const { answer, problem } = useLatest(ask)
  const rowAt = (row: number): CellRow | undefined => (answer?.load === load ? answer.rows[row - answer.from] : undefined)

  // a grid of other rows begins at its top; so does one that was filtered
  const showLatest = useRef(show)
  showLatest.current = show
  useEffect(() => {
    setRange(null)
    showLatest.current(0)
  }, [load])

  const bringIntoView = (place: Place) => {
    reveal(place.row)
    window.revealAcross(edges[place.column] ?? 0, edges[place.column + 1] ?? 0, numberWidth)
  }
  const move = (to: Place, extends_: boolean) => {
    const place = {
      row: Math.max(0, Math.min(count - 1, to.row)),
      column: Math.max(0, Math.min(columns.length - 1, to.column)),
    }
    setRange((before) => ({ from: extends_ && before !== null ? before.from : place, to: place }))
    bringIntoView(place)
  }
  const moveLatest = useRef(move)
  moveLatest.current = move
  useEffect(() => {
    if (goTo !== null) moveLatest.current(goTo, false)
  }, [goTo])

  function press(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || count === 0) return
    const isFar = event.ctrlKey || event.metaKey
    if (isFar && event.key.toLowerCase() === 'c') {
      if (range !== null) void copy()
      return
    }
    const { row, column } = range?.to ?? { row: top, column: 0 }
    const steps: Record<string, Place> = {
      ArrowDown: { row: isFar ? count - 1 : row + 1, column },
      ArrowUp: { row: isFar ? 0 : row - 1, column },
      ArrowRight: { row, column: isFar ? columns.length - 1 : column + 1 },
      ArrowLeft: { row, column: isFar ? 0 : column - 1 },
      PageDown: { row: row + visible, column },
      PageUp: { row: row - visible, column },
      Home: { row: isFar ? 0 : row, column: 0 },
      End: { row: isFar ? count - 1 : row, column: columns.length - 1 },
    }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(range === null && event.key.startsWith('Arrow') ? { row, column } : step, event.shiftKey)
    } else if (event.key === 'Enter' && range !== null) {
      event.preventDefault()
      onOpen?.(range.to)
    }
  }

  async function copy() {
    if (range === null) return
    const { top: first_, bottom, left, right } = cornersOf(range)
    const rows = Math.min(bottom - first_ + 1, Math.floor(mostCopied / (right - left + 1)))
    try {
      const read = await load(first_, rows)
      await navigator.clipboard.writeText(
        clipboardText(read.map(({ cells }) => cells.slice(left, right + 1).map(({ text }) => text))),
      )
      showToast(rows < bottom - first_ + 1 ? `The first ${rows.toLocaleString('en')} rows are copied` : 'Copied')
    } catch (raised) {
      showToast(`Not copied: ${raised instanceof Error ? raised.message : String(raised)}`, 'error', 4000)
    }
  }

  const placeOf = (event: MouseEvent): Place | null => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
    const row = cell?.parentElement?.dataset['row']
    return cell === null || row === undefined ? null : { row: Number(row), column: Number(cell.dataset['column']) }
  }
  const corners = range === null ? null : cornersOf(range)
  const cellId = (row: number, column: number) => `${gridId}-${row}-${column}`
  const shown = Array.from({ length: Math.max(0, Math.min(visible + 1, count - top)) }, (_, i) => top + i)
  const width = (edges.at(-1) ?? 0) + numberWidth
  return (
    <>
      {problem === null ? null : (
        <p className="qv-problem" role="alert">
          {problem}
        </p>
      )}
      <div
        ref={box}
        className="qv-scroll qv-grid"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-activedescendant={range === null ? undefined : cellId(range.to.row, range.to.column)}
        tabIndex={0}
        onScroll={window.onScroll}
        onKeyDown={press}
        onMouseDown={(event) => {
          const place = placeOf(event)
          if (place === null || event.button !== 0) return
          isDragging.current = true
          setRange((before) => ({ from: event.shiftKey && before !== null ? before.from : place, to: place }))
        }}
        onMouseMove={(event) => {
          if (!isDragging.current) return
          if (event.buttons === 0) isDragging.current = false
          const place = placeOf(event)
          if (isDragging.current && place !== null) setRange((before) => before && { from: before.from, to: place })
        }}
        onMouseUp={() => (isDragging.current = false)}
        onDoubleClick={(event) => {
          const place = placeOf(event)
          if (place !== null) onOpen?.(place)
        }}
      >
        <WindowFrame window={window} height={headHeight}>
          <GridHead {...given} {...{ columns, edges, first, end, numberWidth, width, filters, onFilter }} />
          <div role="rowgroup" style={{ width }}>
            {shown.map((row) => {
              const known = rowAt(row)
              return (
                <div key={row} role="row" aria-rowindex={row + 2} data-row={row} className="qv-row" style={{ width }}>
                  <span className="qv-row-number" role="rowheader" style={{ width: numberWidth }}>
                    {known === undefined ? '' : known.number.toLocaleString('en')}
                  </span>
                  {columns.slice(first, end).map(({ align, width: own }, i) => {
                    const column = first + i
                    const cell = known?.cells[column]
                    const isChosen = corners !== null && isInside(corners, row, column)
                    return (
                      <span
                        key={column}
                        id={cellId(row, column)}
                        role="gridcell"
                        aria-colindex={column + 1}
                        aria-selected={isChosen}
                        data-column={column}
                        className={`qv-cell${align === 'end' ? ' end' : ''}${cell?.isQuiet ? ' quiet' : ''}`}
                        style={{ left: (edges[column] ?? 0) + numberWidth, width: own }}
                      >
                        {cell?.text}
                      </span>
                    )
                  })}
                </div>
              )
            })}
          </div>
          {count === 0 ? <div className="qv-note quiet">{empty}</div> : null}
        </WindowFrame>
      </div>
    </>
  )
}
