import { createRoot } from 'react-dom/client'
import '#web/theme/tokens.css'
import '#web/theme/base.css'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'

declare const BENCH_ROWS: number

interface Job {
  id: number
  name: string
  owner: string
  state: string
  size: number
  created_at: Date
}

const states = ['NEW', 'STARTED', 'FINISHED', 'ERROR'] as const
const rows: Job[] = Array.from({ length: BENCH_ROWS }, (_, index) => ({
  id: index + 1,
  name: `Recording ${(index * 7919) % BENCH_ROWS}`,
  owner: `user${index % 17}`,
  state: states[index % states.length] ?? 'NEW',
  size: (index * 104_729) % 1_000_000,
  created_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
}))

const columns: Array<GridColumn<Job>> = [
  {
    id: 'id',
    title: 'Id',
    width: 90,
    grow: 0,
    align: 'end',
    value: ({ id }) => id,
    cell: ({ id }) => <span className="mono">{id}</span>,
  },
  {
    id: 'name',
    title: 'Name',
    width: 200,
    value: ({ name }) => name,
    cell: ({ name }) => <strong className="grid-text">{name}</strong>,
  },
  { id: 'owner', title: 'Owner', width: 120, value: ({ owner }) => owner },
  {
    id: 'state',
    title: 'State',
    width: 120,
    value: ({ state }) => state,
    cell: ({ state }) => <span className="tag idle">{state}</span>,
  },
  { id: 'size', title: 'Size', width: 120, align: 'end', value: ({ size }) => size },
  { id: 'created_at', title: 'Created', width: 200, value: ({ created_at }) => created_at },
]

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <main className="page">
    <DataGrid label="Jobs" columns={columns} rows={rows} rowKey={({ id }) => String(id)} pageSize="all" filters />
  </main>,
)
