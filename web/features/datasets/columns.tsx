import type { ListedDataset } from '#contract/datasets.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { Tag } from '#web/ui/tag.tsx'
import { typeTags } from './filters.ts'
import { RowActions } from './row-actions.tsx'

/** What can be done with a dataset of the list. */
export type DatasetAct = { readonly kind: 'files' | 'edit'; readonly dataset: ListedDataset }

/** Name, Description, Type, User, Created, Files, Size. */
export function datasetColumns(zone: string, onAct: (act: DatasetAct) => void): ReadonlyArray<GridColumn<ListedDataset>> {
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: (dataset, { tabIndex }) => (
        <button
          type="button"
          className="dataset-name grid-text"
          tabIndex={tabIndex}
          title={dataset.name}
          onClick={() => onAct({ kind: 'files', dataset })}
        >
          {dataset.name}
        </button>
      ),
      width: 180,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    { id: 'description', title: 'Description', value: ({ description }) => description, width: 200, grow: 3, card: 'wide' },
    {
      id: 'type',
      title: 'Type',
      value: ({ type }) => type,
      cell: ({ type }) => <Tag tone={typeTags[type].tone}>{typeTags[type].word}</Tag>,
      width: 110,
      grow: 0,
      card: 'head',
    },
    { id: 'user', title: 'User', value: ({ user }) => user?.name ?? '', width: 120, grow: 1 },
    {
      id: 'created_at',
      title: 'Created',
      value: ({ created_at }) => new Date(created_at),
      text: ({ created_at }) => formatMoment(created_at, zone) ?? '',
      width: 165,
      grow: 0,
    },
    {
      id: 'files',
      title: 'Files',
      value: ({ type, file_count }) => (type === 'static' ? file_count : null),
      text: ({ type, file_count }) => (type === 'static' ? String(file_count) : 'as they come'),
      width: 110,
      grow: 0,
      align: 'end',
    },
    {
      id: 'size',
      title: 'Size',
      value: ({ type, total_size }) => (type === 'static' ? total_size : null),
      text: ({ type, total_size }) => (type === 'static' ? formatBytes(total_size, 1) : ''),
      width: 100,
      grow: 0,
      align: 'end',
    },
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (dataset, { tabIndex }) => <RowActions {...{ dataset, tabIndex, onAct }} />,
      width: 130,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}
