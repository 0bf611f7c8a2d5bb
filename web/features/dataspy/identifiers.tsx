import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { idText } from '#web/viewer/tree/tree-rows.ts'
import type { SeenId } from './subject.ts'
import { idKey } from './subject.ts'

const columns: ReadonlyArray<GridColumn<SeenId>> = [
  { id: 'bus', title: 'Bus', value: ({ bus }) => bus, width: 130 },
  {
    id: 'id',
    title: 'Identifier',
    value: ({ id }) => id,
    text: ({ id, extended }) => idText(id, extended),
    cell: ({ id, extended }) => <span className="mono">{idText(id, extended)}</span>,
    width: 120,
    grow: 0,
    card: 'head',
  },
  { id: 'name', title: 'Message', value: ({ name }) => name ?? '', width: 180, grow: 2 },
  {
    id: 'known',
    title: 'Catalogs',
    value: ({ isKnown }) => (isKnown ? 'known' : 'unknown'),
    cell: ({ isKnown }) => (isKnown ? <Tag tone="ok">known</Tag> : <Tag tone="idle">unknown</Tag>),
    width: 110,
    grow: 0,
  },
  { id: 'frames', title: 'Frames', value: ({ frameCount }) => frameCount, width: 100, grow: 0, align: 'end' },
  {
    id: 'period',
    title: 'Period, ms',
    value: ({ medianPeriodMs }) => medianPeriodMs,
    text: ({ medianPeriodMs }) => (medianPeriodMs === null ? '' : String(Number(medianPeriodMs.toPrecision(4)))),
    width: 100,
    grow: 0,
    align: 'end',
  },
  {
    id: 'length',
    title: 'Length',
    value: ({ maxLength }) => maxLength,
    text: ({ minLength, maxLength }) => (minLength === maxLength ? String(maxLength) : `${minLength}–${maxLength}`),
    width: 90,
    grow: 0,
    align: 'end',
  },
]

/** Every identifier that was seen, and whether a catalog knows it. */
export function Identifiers({ ids }: { ids: readonly SeenId[] }) {
  return (
    <DataGrid
      label="Identifiers"
      columns={columns}
      rows={ids}
      rowKey={idKey}
      filters
      empty={<EmptyState title="No identifiers" text="The recording has no frames; it may hold signals." />}
    />
  )
}
