import { formatBytes } from '#web/format/bytes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Subject } from './subject.ts'

/** Files inside the recording, and what could not be kept or understood. */
export function Extras({ subject: { attachments, notes } }: { subject: Subject }) {
  if (attachments.length === 0 && notes.length === 0)
    return <EmptyState title="Nothing more" text="The recording has no attachments, and everything in it was understood." />
  return (
    <div className="spy-extras">
      {attachments.length > 0 ? (
        <ul>
          {attachments.map(({ fileName, mimeType, comment, size }) => (
            <li key={`${fileName} ${size} ${comment}`}>
              <strong>{fileName}</strong>{' '}
              <span className="quiet">{[mimeType, formatBytes(size, 1), comment].filter((part) => part !== '').join(' · ')}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {notes.length > 0 ? (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
