import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { tryDatasetFilters } from '#contract/datasets.ts'
import type { DatasetFilter } from '#contract/datasets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'

/** What criteria would have matched in the archive, as they change. */
export function Matches({ filters, enabled }: { filters: readonly DatasetFilter[]; enabled: boolean }) {
  const zone = useZone()
  const asked = useDebounced(JSON.stringify(filters))
  const { data, error, isFetching } = useQuery({
    queryKey: ['datasets', 'matches', asked],
    enabled,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(tryDatasetFilters, { body: { filters: JSON.parse(asked) as DatasetFilter[] }, signal }),
  })
  return (
    <section className="panel dataset-matches" aria-label="What it would have matched" aria-busy={isFetching}>
      <h2 className="panel-title">In the archive</h2>
      {error ? <ErrorCard error={asApiError(error)} /> : null}
      <p className="dataset-matched" role="status">
        {data === undefined ? (
          <span className="quiet">Counting…</span>
        ) : (
          <>
            would have matched <strong>{counted(data.files, 'file')}</strong>
            <span className="quiet">
              {' '}
              of {counted(data.uploads, 'upload')}, {formatBytes(data.bytes, 1)}
            </span>
          </>
        )}
      </p>
      {data && data.newest.length > 0 ? (
        <ol className="dataset-newest" aria-label="The newest">
          {data.newest.map(({ id, filepath, last_modified }) => (
            <li key={id}>
              <span className="dataset-path" title={filepath}>
                {filepath}
              </span>
              <span className="quiet figure">{formatMoment(last_modified, zone)}</span>
            </li>
          ))}
        </ol>
      ) : null}
      <p className="quiet dataset-note">
        It is applied to what is uploaded from now on. Files that are in the archive already are analysed from the coverage of an
        ingress analyzer.
      </p>
    </section>
  )
}
