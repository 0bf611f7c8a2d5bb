import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Menu, MenuButton } from '../menu.tsx'
import { showToast } from '../toast.ts'
import type { GridColumn } from './column.ts'
import { FilterField } from './grid-head.tsx'
import { saveExport } from './save-export.ts'
import type { ExportKind } from './save-export.ts'
import type { GridTable } from './table.ts'

interface GridToolsProps<Row extends RowData> {
  table: GridTable<Row>
  columns: ReadonlyArray<GridColumn<Row>>
  shown: ReadonlyArray<GridColumn<Row>>
  children: ReactNode
  filters: boolean
  filtering: boolean
  onFiltering: (on: boolean) => void
  narrow: boolean
  exportRows: () => readonly Row[]
}

const kinds: ReadonlyArray<{ kind: ExportKind; label: string }> = [
  { kind: 'xlsx', label: 'Excel (.xlsx)' },
  { kind: 'csv', label: 'Text (.csv)' },
]

/** Above the grid: what the page puts there, and filters, columns and export. */
export function GridTools<Row extends RowData>(given: GridToolsProps<Row>) {
  const { table, columns, shown, children, filters, filtering, onFiltering, narrow, exportRows } = given
  const save = (kind: ExportKind) => {
    saveExport(kind, shown, exportRows()).catch(() =>
      showToast('The export could not be made; reload the page and try again', 'error', 4000),
    )
  }
  return (
    <div className="grid-tools">
      <div className="grid-tools-page">{children}</div>
      {narrow ? <SortChoice table={table} columns={columns} /> : null}
      {filters ? (
        <button type="button" className="button quiet" aria-pressed={filtering} onClick={() => onFiltering(!filtering)}>
          Filter
        </button>
      ) : null}
      {narrow ? null : (
        <Menu
          align="end"
          trigger={{
            className: 'button quiet',
            children: (
              <>
                Columns <Icon name="down" size={14} />
              </>
            ),
          }}
        >
          {columns.map((column) => {
            const model = table.getColumn(column.id)
            const visible = model?.getIsVisible() ?? true
            const fixed = column.hideable === false
            return (
              <MenuButton
                key={column.id}
                role="menuitemcheckbox"
                aria-checked={visible}
                aria-disabled={fixed || undefined}
                title={fixed ? 'This column always stays' : undefined}
                onClick={(event) => {
                  // Several columns are often changed at once: the menu stays.
                  event.stopPropagation()
                  if (!fixed) model?.toggleVisibility()
                }}
              >
                <span className="grid-check">{visible ? <Icon name="check" size={16} /> : null}</span>
                {column.title}
              </MenuButton>
            )
          })}
        </Menu>
      )}
      <Menu
        align="end"
        trigger={{
          className: 'button quiet',
          children: (
            <>
              Export <Icon name="down" size={14} />
            </>
          ),
        }}
      >
        {kinds.map(({ kind, label }) => (
          <MenuButton key={kind} onClick={() => save(kind)}>
            {label}
          </MenuButton>
        ))}
      </Menu>
      {narrow && filtering ? (
        <div className="grid-tools-filters">
          {columns.map((column) =>
            table.getColumn(column.id)?.getCanFilter() ? (
              <label key={column.id} className="field">
                <span className="field-label">{column.title}</span>
                <FilterField table={table} column={column} />
              </label>
            ) : null,
          )}
        </div>
      ) : null}
    </div>
  )
}

/** Cards have no titles to click. */
function SortChoice<Row extends RowData>({ table, columns }: { table: GridTable<Row>; columns: ReadonlyArray<GridColumn<Row>> }) {
  const sorted = columns.find(({ id }) => table.getColumn(id)?.getIsSorted())
  const direction = sorted ? table.getColumn(sorted.id)?.getIsSorted() : false
  return (
    <label className="grid-sort">
      <span className="unseen">Sort by</span>
      <select
        className="input"
        value={sorted ? `${sorted.id} ${direction}` : ''}
        onChange={(event) => {
          const [id = '', wanted] = event.target.value.split(' ')
          table.getColumn(id)?.toggleSorting(wanted === 'desc')
        }}
      >
        {sorted ? null : <option value="">Not sorted</option>}
        {columns.flatMap((column) =>
          table.getColumn(column.id)?.getCanSort()
            ? [
                <option key={`${column.id} asc`} value={`${column.id} asc`}>{`${column.title} ↑`}</option>,
                <option key={`${column.id} desc`} value={`${column.id} desc`}>{`${column.title} ↓`}</option>,
              ]
            : [],
        )}
      </select>
    </label>
  )
}
