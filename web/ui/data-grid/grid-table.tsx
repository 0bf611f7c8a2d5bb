import type { RowData } from '@tanstack/react-table'
import { useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import type { GridColumn } from './column.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, GroupRow } from './grid-row.tsx'
import type { Marks } from './grid-row.tsx'
import type { Line } from './lines.ts'
import type { GridTable } from './table.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import { useLineWindow } from './use-line-window.ts'

export interface LinesGiven<Row extends RowData> {
  label: string
  table: GridTable<Row>
  columns: ReadonlyArray<GridColumn<Row>>
  lines: ReadonlyArray<Line<Row>>
  groupHeader: ((rows: readonly Row[], group: string) => ReactNode) | undefined
  onFold: (group: string) => void
  marks: Marks<Row> | undefined
  onOpen: ((row: Row) => void) | undefined
  onToggle: ((row: Row) => void) | undefined
  /** Shown in place of the lines: loading, nothing there, an error. */
  instead: ReactNode
  busy: boolean
  filtering: boolean
  /** Pixels at the window's bottom that a bar of the page covers. */
  coverBottom: number
  /** Rows may be higher than one line. */
  measured: boolean
}

const lineHeight = 34
/** The top bar and the grid's own head, pixels. */
const coverTop = 48 + 34

/** Rows and columns, for windows that are wide enough. */
export function GridTableView<Row extends RowData>(given: LinesGiven<Row>) {
  const {
    label,
    table,
    columns,
    lines,
    groupHeader,
    onFold,
    marks,
    onOpen,
    onToggle,
    instead,
    busy,
    filtering,
    coverBottom,
    measured,
  } = given
  const head = useRef<HTMLDivElement>(null)
  const template = useMemo(
    () => columns.map(({ width, grow = 1 }) => (grow === 0 ? `${width}px` : `minmax(${width}px, ${grow}fr)`)).join(' '),
    [columns],
  )
  const leastWidth = columns.reduce((sum, { width }) => sum + width, 0)
  const headLines = filtering ? 2 : 1
  const grouped = groupHeader !== undefined

  const reveal = useRef<(line: number) => void>(() => undefined)
  const keyboard = useGridKeyboard({
    lines: lines.length,
    columns: columns.length,
    page: 15,
    reveal: (line) => reveal.current(line),
    onEnter: ({ line, column }, cell) => {
      const target = lines[line]
      if (line < 0) cell.click()
      else if (target?.kind === 'group') onFold(target.group)
      else if (target && column >= 0) onOpen?.(target.row)
    },
    onSpace: ({ line }) => {
      const target = lines[line]
      if (target?.kind === 'group') onFold(target.group)
      else if (target) onToggle?.(target.row)
    },
    onFold: (line, open) => {
      const target = lines[line]
      if (target?.kind !== 'group') return false
      if (target.open !== open) onFold(target.group)
      return true
    },
  })
  const { active } = keyboard
  const {
    lines: near,
    list,
    place: placeOf,
    height,
  } = useLineWindow({
    count: lines.length,
    keyOf: (index) => lines[index]?.key ?? String(index),
    estimate: () => lineHeight,
    kept: active.line,
    measured,
    cover: { top: coverTop + (headLines - 1) * lineHeight, bottom: coverBottom },
  })
  reveal.current = (line) => near.scrollToIndex(line, { align: 'auto' })
  const tabLine = active.line >= lines.length ? 0 : active.line

  return (
    <div
      ref={keyboard.root}
      role={grouped ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={lines.length + headLines}
      aria-colcount={columns.length}
      aria-busy={busy}
      aria-multiselectable={marks ? true : undefined}
      className="grid"
      onFocus={keyboard.onFocus}
      onKeyDown={keyboard.onKeyDown}
    >
      <div role="rowgroup" className="grid-head" ref={head}>
        <div style={{ minWidth: leastWidth }}>
          <GridHead
            table={table}
            columns={columns}
            template={template}
            active={tabLine === -1 ? active.column : lines.length === 0 ? 0 : -1}
            filtering={filtering}
          />
        </div>
      </div>
      <div
        role="rowgroup"
        className="grid-body"
        ref={list}
        onScroll={(event) => head.current?.scrollTo({ left: event.currentTarget.scrollLeft })}
      >
        {instead ? (
          // A grid may hold nothing but rows of cells.
          <div role="row">
            <div role="gridcell" aria-colspan={columns.length}>
              {instead}
            </div>
          </div>
        ) : (
          <div
            ref={near.containerRef}
            className="grid-lines"
            style={height === undefined ? { minWidth: leastWidth } : { minWidth: leastWidth, height }}
          >
            {near.getVirtualItems().map(({ index }) => {
              const line = lines[index]
              if (line === undefined) return null
              const place = { index, rowIndex: index + headLines + 1, ...placeOf(index) }
              return line.kind === 'group' ? (
                <GroupRow
                  key={line.key}
                  {...place}
                  columns={columns.length}
                  active={tabLine === index}
                  open={line.open}
                  onToggle={() => onFold(line.group)}
                >
                  {groupHeader?.(line.rows, line.group)}
                </GroupRow>
              ) : (
                <GridRow
                  key={line.key}
                  {...place}
                  row={line.row}
                  columns={columns}
                  template={template}
                  active={tabLine === index ? Math.min(active.column, columns.length - 1) : -1}
                  grouped={grouped}
                  marks={marks}
                />
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}
