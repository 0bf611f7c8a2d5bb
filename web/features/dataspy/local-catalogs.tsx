import type { OpenedFile } from '#web/viewer/protocol.ts'
import { counted, formatRate } from '#web/format/counts.ts'

interface Given {
  opened: OpenedFile
  /** While the recording is being decoded again. */
  isBusy: boolean
  onAdd: () => void
  onRemove: (fileName: string) => void
}

/** The DBC files that were brought along, and what they do not know. */
export function LocalCatalogs({ opened: { catalogs, unknownIds, recording }, isBusy, onAdd, onRemove }: Given) {
  return (
    <div className="spy-catalogs">
      <div className="spy-catalogs-head">
        <p>
          {recording.ids.length === 0
            ? 'The recording has no frames to decode.'
            : `${recording.ids.length - unknownIds.length} of ${recording.ids.length} identifiers are known.`}{' '}
          <span className="quiet">DBC files decode the frames here, in your browser.</span>
        </p>
        <button type="button" className="button" disabled={isBusy} onClick={onAdd}>
          Add DBC files
        </button>
      </div>
      {catalogs.length > 0 ? (
        <ul className="spy-catalog-list">
          {catalogs.map(({ fileName, messageCount, signalCount, problem, match, noteCount }) => (
            <li key={fileName}>
              <span>
                <strong>{fileName}</strong>{' '}
                {problem === null ? (
                  <span className="quiet">
                    {counted(messageCount, 'message')}, {counted(signalCount, 'signal')}
                    {noteCount > 0 ? `, ${noteCount} lines passed over` : ''}
                  </span>
                ) : (
                  <span className="spy-refused">cannot be read: {problem}</span>
                )}
              </span>
              {problem === null ? (
                <span className="spy-rate" title={`${match.matchedFrameCount} of ${match.frameCount} frames`}>
                  {formatRate(match.matchedFrameCount, match.frameCount)} of the frames,{' '}
                  {counted(match.matchedIdCount, 'identifier')}
                </span>
              ) : null}
              <button
                type="button"
                className="button quiet"
                disabled={isBusy}
                aria-label={`Take away ${fileName}`}
                onClick={() => onRemove(fileName)}
              >
                Take away
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
