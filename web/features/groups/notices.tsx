import type { ApiError } from '#web/api/errors.ts'
import { UploadButton } from '#web/features/uploads/upload-button.tsx'
import { useArrivals } from '#web/features/uploads/arrivals.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import type { Found } from './use-archive-search.ts'

const counted = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`

export function Total({ found: { total, uploads }, grouped }: { found: Found; grouped: boolean }) {
  if (!grouped) return counted(total, 'upload')
  const [number, word] = counted(uploads, 'upload').split(' ')
  return (
    <span>
      {number} <span className="groups-word">{word} </span>in {counted(total, 'group')}
    </span>
  )
}

export function SearchError({ error, retry }: { error: ApiError; retry: () => void }) {
  const detail = [error.detail, `Code: ${error.code}`].filter((part) => part !== null).join(' · ')
  return (
    <div className="groups-error">
      <ErrorCard title="An error occured" error={{ message: error.message, detail, fields: error.fields }} retry={retry} />
    </div>
  )
}

export function NothingFound({ everything, showAll }: { everything: boolean; showAll: () => void }) {
  if (everything) {
    return (
      <EmptyState
        title="The archive is empty"
        text="Loggers upload by themselves. You can also drop files or a folder anywhere onto this page."
      >
        <UploadButton />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No recordings match"
      text="Take a criterion away, or widen the date range: it finds recordings that overlap it."
    >
      <button type="button" className="button" onClick={showAll}>
        Show everything
      </button>
    </EmptyState>
  )
}

/** Uploads that match and are not in the rows yet, or own ones of which the server has not told. */
export function Arrivals({ newUploads, onSearch }: { newUploads: number; onSearch: () => void }) {
  const { count, seen } = useArrivals()
  if (newUploads === 0 && count === 0) return null
  return (
    <span className="groups-arrivals" role="status">
      {newUploads > 0 ? counted(newUploads, 'new upload') : `${counted(count, 'file')} uploaded since`}
      <button
        type="button"
        className="button"
        onClick={() => {
          seen()
          onSearch()
        }}
      >
        {newUploads > 0 ? 'Show' : 'Search again'}
      </button>
    </span>
  )
}
