import type { UploadRow } from '#contract/archive.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { FactsCell } from './facts-cell.tsx'
import { factsOf } from './facts.ts'
import type { RowAct } from './row-dialogs.tsx'
import type { SelectionStore } from './selection-store.ts'
import { typeName } from './selection.ts'
import { VersionToggles } from './version-toggles.tsx'
import { ViewCell } from './view-cell.tsx'

/** Grid columns that the server sorts by, and their names there. */
export const sortColumns = { start: 'startDate', end: 'endDate', vehicle: 'vehicle', name: 'name', uploadId: 'uploadId' } as const

export const vehicleOf = ({ vehicle }: UploadRow): string => vehicle?.displayName || vehicle?.name || ''

interface Given {
  zone: string
  grouped: boolean
  selection: SelectionStore
  administrator: boolean
  /** Opens a dialog of a row. */
  onOpen: (act: RowAct) => void
}

/** The columns of the results. Make them once per page: the selection is followed by the cells themselves. */
export function archiveColumns({ zone, grouped, selection, administrator, onOpen }: Given): Array<GridColumn<UploadRow>> {
  const time = (iso: string) => formatMoment(iso, zone) ?? ''
  return [
    {
      id: 'group',
      title: 'Group',
      width: 60,
      grow: 0,
      hidden: grouped,
      sortable: false,
      card: 'none',
      value: ({ groupId }) => groupId,
      cell: ({ groupId }) => <span className="mono">{groupId}</span>,
    },
    {
      id: 'start',
      title: 'Start',
      width: 162,
      grow: 0,
      hideable: false,
      card: 'head',
      value: ({ startDate }) => new Date(startDate),
      text: ({ startDate }) => time(startDate),
    },
    {
      id: 'end',
      title: 'End',
      width: 120,
      grow: 0,
      card: 'none',
      value: ({ endDate }) => new Date(endDate),
      text: ({ endDate }) => time(endDate),
      cell: ({ startDate, endDate }) => <EndCell start={time(startDate)} end={time(endDate)} />,
    },
    {
      id: 'vehicle',
      title: 'Vehicle',
      width: 130,
      grow: 0.3,
      card: 'plain',
      value: vehicleOf,
    },
    {
      id: 'name',
      title: 'Name',
      width: 146,
      grow: 0.4,
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
      id: 'uploadId',
      title: 'Upload Id',
      width: 84,
      grow: 0,
      align: 'end',
      card: 'fact',
      value: ({ uploadId }) => uploadId,
      cell: ({ uploadId }) => <span className="mono">{uploadId}</span>,
    },
    {
      id: 'recording',
      title: 'Recording',
      width: 160,
      grow: 0,
      sortable: false,
      card: 'plain',
      value: (row) => {
        const facts = factsOf(row)
        return facts.kind === 'facts' || facts.kind === 'problem' ? facts.text : null
      },
      cell: (row) => <FactsCell row={row} />,
    },
    {
      id: 'view',
      title: 'View',
      width: 186,
      grow: 0,
      sortable: false,
      exported: false,
      card: 'foot',
      value: () => null,
      cell: (row, { tabIndex }) => <ViewCell {...{ row, tabIndex, administrator, onOpen }} />,
    },
    {
      id: 'dataType',
      title: 'Data Type',
      width: 340,
      grow: 3,
      sortable: false,
      hideable: false,
      card: 'wide',
      value: ({ versions }) => versions.map(({ extension }) => typeName(extension)).join(' '),
      cell: (row, { tabIndex }) => <VersionToggles row={row} selection={selection} tabIndex={tabIndex} />,
    },
  ]
}

/** The end's date only where it differs from the start's, its year likewise: what changes is what is read. */
function EndCell({ start, end }: { start: string; end: string }) {
  return (
    <span className="grid-text quiet" title={end}>
      {end.slice(0, 10) === start.slice(0, 10) ? end.slice(11) : end.slice(0, 4) === start.slice(0, 4) ? end.slice(5) : end}
    </span>
  )
}
