import { memo, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { GridColumn } from './column.ts'
import { textOf } from './column.ts'
import type { LinePlace } from './use-line-window.ts'

/** Rows that stand out (chosen ones), told to the grid without rendering it anew. */
export interface Marks<Row> {
  subscribe: (listener: () => void) => () => void
  has: (row: Row) => boolean
}

const silent = () => () => undefined

interface GridRowProps<Row> {
  row: Row
  columns: ReadonlyArray<GridColumn<Row>>
  template: string
  index: number
  rowIndex: number
  /** The column that Tab reaches, or -1. */
  active: number
  grouped: boolean
  marks: Marks<Row> | undefined
  measure: LinePlace['measure']
  y: LinePlace['y']
}

const moved = (y: number | null) => (y === null ? undefined : `translateY(${y}px)`)

function GridRowView<Row>({ row, columns, template, index, rowIndex, active, grouped, marks, measure, y }: GridRowProps<Row>) {
  const marked = useSyncExternalStore(marks?.subscribe ?? silent, () => marks?.has(row) ?? false)
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={rowIndex}
      aria-level={grouped ? 2 : undefined}
      aria-selected={marks ? marked : undefined}
      className={marked ? 'grid-line grid-row marked' : 'grid-line grid-row'}
      data-index={index}
      style={y === null ? { gridTemplateColumns: template } : { gridTemplateColumns: template, transform: moved(y) }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={`grid-cell ${column.align ?? 'start'}`}
          data-line={index}
          data-column={at}
          tabIndex={at === active ? 0 : -1}
        >
          {column.cell ? column.cell(row, { tabIndex: -1 }) : <span className="grid-text">{textOf(column, row)}</span>}
        </div>
      ))}
    </div>
  )
}

// memo forgets type parameters; the view has them.
export const GridRow = memo(GridRowView) as typeof GridRowView

interface GroupRowProps {
  index: number
  rowIndex: number
  columns: number
  active: boolean
  open: boolean
  children: ReactNode
  onToggle: () => void
  measure: LinePlace['measure']
  y: LinePlace['y']
}

/** The quiet band above the rows of a group; it folds them. */
export function GroupRow({ index, rowIndex, columns, active, open, children, onToggle, measure, y }: GroupRowProps) {
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={rowIndex}
      aria-level={1}
      aria-expanded={open}
      className="grid-line grid-band"
      data-index={index}
      style={y === null ? undefined : { transform: moved(y) }}
      onClick={onToggle}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns}
        className="grid-cell"
        data-line={index}
        data-column={0}
        tabIndex={active ? 0 : -1}
      >
        <span className={open ? 'grid-fold open' : 'grid-fold'} aria-hidden="true" />
        {children}
      </div>
    </div>
  )
}
