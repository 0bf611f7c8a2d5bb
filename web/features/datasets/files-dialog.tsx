import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { DatasetFile, ListedDataset } from '#contract/datasets.ts'
import { listDatasetFiles } from '#contract/datasets.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import { pageCountOf } from '#web/ui/data-grid/page-number.ts'
import { Pager } from '#web/ui/data-grid/pager.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'

const pageSize = 100
const pollMs = 10_000
const rowKey = ({ id }: DatasetFile) => String(id)

const columnsIn = (zone: string): ReadonlyArray<GridColumn<DatasetFile>> => [
  {
    id: 'filepath',
    title: 'File',
    value: ({ filepath }) => filepath,
    width: 260,
    grow: 3,
    hideable: false,
    card: 'head',
  },
  { id: 'vehicle', title: 'Vehicle', value: ({ data }) => data.vehicle, width: 120, grow: 1 },
  { id: 'upload', title: 'Upload Id', value: ({ data }) => data.uploadId, width: 95, grow: 0, align: 'end' },
  {
    id: 'size',
    title: 'Size',
    value: ({ size }) => size,
    text: ({ size }) => formatBytes(size, 1),
    width: 100,
    grow: 0,
    align: 'end',
  },
  {
    id: 'last_modified',
    title: 'Received',
    value: ({ last_modified }) => new Date(last_modified),
    text: ({ last_modified }) => formatMoment(last_modified, zone) ?? '',
    width: 170,
    grow: 0,
  },
]

/** The files of a dataset, page by page. */
export function FilesDialog({ dataset, onClose }: { dataset: ListedDataset; onClose: () => void }) {
  const zone = useZone()
  const [page, setPage] = useState(1)
  const { id, name, type } = dataset
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['datasets', 'files', id, page],
    placeholderData: keepPreviousData,
    ...live(['dataset', 'upload'], pollMs),
    queryFn: async ({ signal }) => {
      const query = { max: pageSize, offset: (page - 1) * pageSize }
      const { answer, headers } = await exchange(listDatasetFiles, { params: { id }, query, signal })
      return { files: answer, total: Number(headers.get('total')) }
    },
  })
  const columns = useMemo(() => columnsIn(zone), [zone])
  const pages = pageCountOf(data?.total ?? 0, pageSize)
  return (
    <Dialog title={`Files of ${name}`} size="large" onClose={onClose}>
      <div className="dataset-files">
        {type === 'dynamic' ? (
          <p className="quiet">
            This dataset is for files that will be uploaded. In the archive these match it now; a run over them is made from the
            coverage of an analyzer.
          </p>
        ) : null}
        <DataGrid
          label={`Files of ${name}`}
          columns={columns}
          rows={data?.files ?? []}
          rowKey={rowKey}
          pageSize="all"
          loading={isPending}
          problem={error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : undefined}
          tools={data ? <span className="quiet">{counted(data.total, 'file')}</span> : null}
          empty={
            <EmptyState
              title="No files"
              text={type === 'static' ? 'Its files have been recycled or deleted.' : 'Nothing in the archive matches it yet.'}
            />
          }
        />
        {pages > 1 ? <Pager page={Math.min(page, pages)} pages={pages} onPage={setPage} /> : null}
      </div>
    </Dialog>
  )
}
