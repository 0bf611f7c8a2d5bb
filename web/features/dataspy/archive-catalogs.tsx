import { useQuery } from '@tanstack/react-query'
import { getRecordingCatalogs } from '#contract/recordings.ts'
import type { RecordingIndex } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { idText } from '#web/viewer/tree/tree-rows.ts'
import { counted, formatRate } from '#web/format/counts.ts'

/** Unknown identifiers that are listed; all of them are in the tab Identifiers. */
const mostUnknown = 40

export function useRecordingCatalogs(recording: RecordingIndex | undefined) {
  return useQuery({
    // Under the catalogs: what changes them changes this.
    queryKey: ['catalogs', 'of-recording', recording?.id, recording?.signals.store],
    queryFn: ({ signal }) => call(getRecordingCatalogs, { params: { id: recording?.id ?? 0 }, signal }),
    enabled: recording !== undefined,
  })
}

/** Catalogs that fit a recording of the archive, best first, and the identifiers that those in use do not know. */
export function ArchiveCatalogs({ recording }: { recording: RecordingIndex }) {
  const { data, error, refetch } = useRecordingCatalogs(recording)
  if (error && data === undefined) return <ErrorCard error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <div className="skeleton" style={{ height: 90 }} role="status" aria-label="Loading" />
  const { suggestions, unknownIds } = data
  return (
    <div className="spy-catalogs">
      <div className="spy-catalogs-head">
        <p>
          {recording.ids.length === 0
            ? 'The recording has no frames to decode.'
            : `${recording.ids.length - unknownIds.length} of ${recording.ids.length} identifiers are known.`}
        </p>
        <PageLink page="catalogs" className="button">
          All catalogs
        </PageLink>
      </div>
      {suggestions.length === 0 ? (
        <p className="quiet">
          No catalog of the organization knows its frames. Add the vehicle&apos;s catalog and assign it to the vehicle or its
          fleet.
        </p>
      ) : (
        <ul className="spy-catalog-list">
          {suggestions.map(({ catalogId, name, versionNumber, applied, match }) => (
            <li key={catalogId}>
              <span>
                <PageLink page="catalog" params={{ catalogId }}>
                  {name}
                </PageLink>{' '}
                <span className="quiet">version {versionNumber}</span>{' '}
                {applied ? <Tag tone="ok">decodes it</Tag> : match.good ? <Tag tone="info">fits</Tag> : null}
              </span>
              <span className="spy-rate" title={`${match.matchedFrames} of ${match.frameCount} frames`}>
                {formatRate(match.matchedFrames, match.frameCount)} of the frames, {counted(match.matchedIds, 'identifier')}
              </span>
              <PageLink page="catalog" params={{ catalogId }} className="button quiet">
                {applied ? 'Open' : 'Assign…'}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {unknownIds.length > 0 ? (
        <p className="spy-unknown">
          <span className="quiet">
            {unknownIds.length} unknown {unknownIds.length === 1 ? 'identifier' : 'identifiers'}:
          </span>{' '}
          {unknownIds.slice(0, mostUnknown).map(({ kind, channel, id, extended }) => (
            <span key={`${kind} ${channel} ${id} ${extended}`} className="chip mono" title={`${kind} ${channel}`}>
              {idText(id, extended)}
            </span>
          ))}
          {unknownIds.length > mostUnknown ? <span className="quiet"> and {unknownIds.length - mostUnknown} more</span> : null}
        </p>
      ) : null}
    </div>
  )
}
