import type { RowData } from '@tanstack/react-table'
import type { GridColumn } from './column.ts'
import type { GridTable } from './table.ts'

interface GridHeadProps<Row extends RowData> {
  table: GridTable<Row>
  columns: ReadonlyArray<GridColumn<Row>>
  template: string
  /** The column that Tab reaches, or -1. */
  active: number
  filtering: boolean
}

const words = { asc: 'ascending', desc: 'descending' } as const

/** Titles that sort, and the fields that filter. */
export function GridHead<Row extends RowData>({ table, columns, template, active, filtering }: GridHeadProps<Row>) {
  return (
    <>
      <div role="row" aria-rowindex={1} className="grid-line grid-titles" style={{ gridTemplateColumns: template }}>
        {columns.map((column, index) => {
          const model = table.getColumn(column.id)
          const sorted = model?.getIsSorted() ?? false
          const sortable = model?.getCanSort() ?? false
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={sorted === false ? (sortable ? 'none' : undefined) : words[sorted]}
              className={`grid-title ${column.align ?? 'start'} ${sortable ? 'sortable' : ''} ${sorted === false ? '' : 'sorted'}`}
              title={sortable ? `Sort by ${column.title}` : undefined}
              data-line={-1}
              data-column={index}
              tabIndex={index === active ? 0 : -1}
              onClick={() => model?.getCanSort() && model.toggleSorting()}
            >
              {column.title}
              <span className="grid-arrow" aria-hidden="true">
                {sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : ''}
              </span>
            </div>
          )
        })}
      </div>
      {filtering ? (
        <div role="row" aria-rowindex={2} className="grid-line grid-filters" style={{ gridTemplateColumns: template }}>
          {columns.map((column, index) => (
            <div key={column.id} role="gridcell" aria-colindex={index + 1} className="grid-filter">
              <FilterField table={table} column={column} />
            </div>
          ))}
        </div>
      ) : null}
    </>
  )
}

export function FilterField<Row extends RowData>({ table, column }: { table: GridTable<Row>; column: GridColumn<Row> }) {
  const model = table.getColumn(column.id)
  if (model === undefined || !model.getCanFilter()) return null
  return (
    <input
      className="input"
      aria-label={`Filter ${column.title}`}
      placeholder="Filter"
      value={String(model.getFilterValue() ?? '')}
      onChange={(event) => model.setFilterValue(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
