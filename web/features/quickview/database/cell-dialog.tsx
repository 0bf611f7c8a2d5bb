import { useQuery } from '@tanstack/react-query'
import { readDatabaseCell } from '#contract/quick-view.ts'
import type { DatabaseCell } from '#contract/quick-view.ts'
import type { BodyInputOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { hexRow } from '../text/hex-row.ts'
import type { ViewedFile } from '../viewed-file.ts'
import { bytesOfHex } from './cell-text.ts'

interface Given {
  file: ViewedFile
  ask: BodyInputOf<typeof readDatabaseCell>
  onClose: () => void
}

/** Rows of sixteen bytes that are shown of a blob. */
const mostHexRows = 4096

/** One value, as long as it is. */
export function CellDialog({ file, ask, onClose }: Given) {
  const { data, error } = useQuery({
    queryKey: ['databaseCell', file.id, ask],
    queryFn: ({ signal }) => call(readDatabaseCell, { params: { id: file.id }, body: ask, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog title={`${ask.column}, row ${((ask.offset ?? 0) + 1).toLocaleString('en')}`} size="help" onClose={onClose}>
      {error ? (
        <ErrorCard title="An error occured" error={asApiError(error)} />
      ) : data === undefined ? (
        <p className="quiet">Loading media...</p>
      ) : (
        <Value cell={data.cell} />
      )}
    </Dialog>
  )
}

function Value({ cell }: { cell: DatabaseCell }) {
  if (cell === null) return <p className="quiet">NULL</p>
  if (cell === '') return <p className="quiet">Empty</p>
  if (typeof cell !== 'object') return <pre className="qv-value">{String(cell)}</pre>
  if (cell.type !== 'blob')
    return (
      <>
        <pre className="qv-value">{cell.text}</pre>
        {cell.type === 'text' ? <p className="quiet">The beginning of {formatBytes(cell.size)}.</p> : null}
      </>
    )
  const bytes = bytesOfHex(cell.text)
  const rows = Array.from({ length: Math.min(mostHexRows, Math.ceil(bytes.length / 16)) }, (_, i) =>
    hexRow(16 * i, bytes.subarray(16 * i, 16 * i + 16)),
  )
  return (
    <>
      <p className="quiet">{formatBytes(cell.size)}</p>
      <pre className="qv-value">{rows.join('\n')}</pre>
      {cell.size > mostHexRows * 16 || bytes.length < cell.size ? <p className="quiet">… and more</p> : null}
    </>
  )
}
