import type { RecycledFile } from '#contract/recycling.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import type { CellContext, GridColumn } from '#web/ui/data-grid/column.ts'
import type { ChosenFiles } from './chosen-files.ts'
import { useChosenFiles } from './chosen-files.ts'

interface Given {
  readonly zone: string
  readonly chosen: ChosenFiles
  readonly onRestore: (file: RecycledFile) => void
}

/** Columns of the recycle bin. */
export const binColumns = ({ zone, chosen, onRestore }: Given): ReadonlyArray<GridColumn<RecycledFile>> => [
  {
    id: 'chosen',
    title: 'Select',
    value: () => null,
    cell: (file, context) => <Check {...{ file, chosen, context }} />,
    width: 70,
    grow: 0,
    sortable: false,
    exported: false,
    hideable: false,
    card: 'head',
  },
  { id: 'fileName', title: 'File', value: ({ fileName }) => fileName, width: 200, grow: 2, hideable: false, card: 'head' },
  {
    id: 'size',
    title: 'Size',
    value: ({ size }) => size,
    text: ({ size }) => formatBytes(size, 1),
    width: 90,
    grow: 0,
    align: 'end',
  },
  {
    id: 'vehicle',
    title: 'Vehicle',
    value: ({ vehicle, device }) => vehicle?.displayName ?? device?.serial ?? '',
    width: 130,
    grow: 1,
  },
  { id: 'name', title: 'Name', value: ({ displayName }) => displayName, width: 140, grow: 1 },
  { id: 'uploadId', title: 'Upload Id', value: ({ uploadId }) => uploadId, width: 90, grow: 0, align: 'end', hidden: true },
  {
    id: 'start',
    title: 'Start',
    value: ({ startDate }) => new Date(startDate),
    text: ({ startDate }) => formatMoment(startDate, zone) ?? '',
    width: 165,
    grow: 0,
    hidden: true,
  },
  {
    id: 'recycled',
    title: 'Recycled',
    value: ({ recycledDate }) => new Date(recycledDate),
    text: ({ recycledDate }) => formatMoment(recycledDate, zone) ?? '',
    width: 165,
    grow: 0,
  },
  {
    id: 'by',
    title: 'By',
    value: ({ recycledBy }) => recycledBy?.username ?? 'a newer export',
    width: 120,
    grow: 1,
  },
  {
    id: 'purged',
    title: 'Deleted for good',
    value: ({ purgeDate }) => new Date(purgeDate),
    text: ({ purgeDate }) => formatMoment(purgeDate, zone) ?? '',
    width: 165,
    grow: 0,
  },
  {
    id: 'actions',
    title: 'Actions',
    value: () => null,
    cell: (file, { tabIndex }) => (
      <button
        type="button"
        className="button quiet"
        tabIndex={tabIndex}
        aria-label={`Restore ${file.fileName}`}
        onClick={() => onRestore(file)}
      >
        Restore
      </button>
    ),
    width: 100,
    grow: 0,
    sortable: false,
    exported: false,
    hideable: false,
    card: 'foot',
  },
]

function Check({ file, chosen, context }: { file: RecycledFile; chosen: ChosenFiles; context: CellContext }) {
  return (
    <input
      type="checkbox"
      className="bin-check"
      tabIndex={context.tabIndex}
      aria-label={`Select ${file.fileName}`}
      checked={useChosenFiles(chosen).has(file.id)}
      onChange={() => chosen.toggle(file)}
    />
  )
}
