import type { UserDownload } from '#contract/user-downloads.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { Tag } from '#web/ui/tag.tsx'
import { DownloadLink } from './download-link.tsx'
import { isCompressing } from './progress.ts'

/** Name, files, size, state, times, and what can be done. */
export function downloadColumns(
  zone: string,
  onDelete: (download: UserDownload) => void,
): ReadonlyArray<GridColumn<UserDownload>> {
  const moment = (id: string, title: string, of: (download: UserDownload) => string): GridColumn<UserDownload> => ({
    id,
    title,
    value: (download) => new Date(of(download)),
    text: (download) => formatMoment(of(download), zone) ?? '',
    width: 178,
    grow: 0,
  })
  return [
    {
      id: 'name',
      title: 'Name',
      value: ({ name }) => name,
      cell: (download, { tabIndex }) => <Name {...{ download, tabIndex }} />,
      width: 300,
      grow: 1,
      hideable: false,
      card: 'head',
    },
    { id: 'files', title: 'Files', value: ({ fileCount }) => fileCount, width: 80, grow: 0, align: 'end' },
    {
      id: 'size',
      title: 'Size',
      value: ({ size }) => size,
      text: ({ size }) => formatBytes(size),
      width: 110,
      grow: 0,
      align: 'end',
    },
    {
      id: 'state',
      title: 'State',
      value: ({ status }) => status.name,
      cell: (download) => <State {...download} />,
      width: 250,
      grow: 3,
      card: 'wide',
    },
    moment('created_at', 'Created', ({ dateCreated }) => dateCreated),
    moment('expires', 'Expires', ({ expires }) => expires),
    {
      id: 'actions',
      title: 'Actions',
      value: () => null,
      cell: (download, { tabIndex }) => (
        <button
          type="button"
          className="button quiet danger download-delete"
          tabIndex={tabIndex}
          aria-label={`Delete ${download.name}`}
          onClick={() => onDelete(download)}
        >
          Delete
        </button>
      ),
      width: 100,
      grow: 0,
      sortable: false,
      filterable: false,
      exported: false,
      card: 'foot',
    },
  ]
}

function Name({ download, tabIndex }: { download: UserDownload; tabIndex: 0 | -1 }) {
  const { name, status, problem } = download
  if (problem !== null || isCompressing(status.name))
    return (
      <span className="grid-text" title={name}>
        {name}
      </span>
    )
  return (
    <DownloadLink download={download} tabIndex={tabIndex} className="download-row-link">
      {name}
    </DownloadLink>
  )
}

function State({ status, problem }: UserDownload) {
  if (problem !== null)
    return (
      <span className="download-state" title={problem}>
        <Tag tone="bad">{status.name}</Tag> <span className="download-problem quiet">{problem}</span>
      </span>
    )
  return <Tag tone={isCompressing(status.name) ? 'info' : 'ok'}>{status.name}</Tag>
}
