import type { UploadRow } from '#contract/archive.ts'
import { vehicleOf } from '#web/features/groups/columns.tsx'
import type { SelectionStore } from '#web/features/groups/selection-store.ts'
import { typeName } from '#web/features/groups/selection.ts'
import { VersionToggles } from '#web/features/groups/version-toggles.tsx'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'

/** Found collections: when, of which vehicle, and their files to choose. The server sorts. */
export function foundColumns(zone: string, selection: SelectionStore): ReadonlyArray<GridColumn<UploadRow>> {
  const time = (iso: string) => formatMoment(iso, zone) ?? ''
  return [
    {
      id: 'start',
      title: 'Start',
      width: 164,
      grow: 0,
      sortable: false,
      hideable: false,
      card: 'head',
      value: ({ startDate }) => new Date(startDate),
      text: ({ startDate }) => time(startDate),
    },
    {
      id: 'end',
      title: 'End',
      width: 164,
      grow: 0,
      sortable: false,
      card: 'none',
      value: ({ endDate }) => new Date(endDate),
      text: ({ endDate }) => time(endDate),
    },
    { id: 'vehicle', title: 'Vehicle', width: 130, grow: 0.4, sortable: false, card: 'plain', value: vehicleOf },
    {
      id: 'name',
      title: 'Name',
      width: 150,
      grow: 0.6,
      sortable: false,
      hideable: false,
      card: 'head',
      value: ({ displayName }) => displayName,
      cell: ({ displayName }) => (
        <strong className="grid-text" title={displayName}>
          {displayName}
        </strong>
      ),
    },
    {
      id: 'script',
      title: 'Script',
      width: 110,
      grow: 0.3,
      sortable: false,
      card: 'none',
      value: ({ script }) => script?.name ?? '',
    },
    {
      id: 'dataType',
      title: 'Data Type',
      width: 350,
      grow: 3,
      sortable: false,
      hideable: false,
      card: 'wide',
      value: ({ versions }) => versions.map(({ extension }) => typeName(extension)).join(' '),
      cell: (row, { tabIndex }) => <VersionToggles row={row} selection={selection} tabIndex={tabIndex} />,
    },
  ]
}
