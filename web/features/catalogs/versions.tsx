import { useState } from 'react'
import { getCatalogFile } from '#contract/catalogs.ts'
import type { CatalogDetail, CatalogVersion } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { Tag } from '#web/ui/tag.tsx'
import { showToast } from '#web/ui/toast.ts'
import { stateTags } from './texts.ts'
import { CatalogUploadDialog } from './upload-dialog.tsx'

/** All versions, newest first, with what was passed over in them. */
export function Versions({ catalog, administrator }: { catalog: CatalogDetail; administrator: boolean }) {
  const [adding, setAdding] = useState(false)
  const why = administrator ? undefined : 'Only administrators add versions'
  return (
    <section className="panel">
      <div className="catalog-title">
        <h2>Versions</h2>
        <button type="button" className="button" disabled={!administrator} title={why} onClick={() => setAdding(true)}>
          New version
        </button>
      </div>
      <ul className="catalog-list">
        {catalog.versions.map((version) => (
          <VersionLine key={version.id} catalogId={catalog.id} version={version} />
        ))}
      </ul>
      {adding ? <CatalogUploadDialog catalog={catalog} onClose={() => setAdding(false)} onSent={() => setAdding(false)} /> : null}
    </section>
  )
}

function VersionLine({ catalogId, version }: { catalogId: number; version: CatalogVersion }) {
  const zone = useZone()
  const { number, fileName, size, state, problem, comment, uploadedBy, uploadedDate, notes, noteCount } = version
  const { tone, word } = stateTags[state]
  return (
    <li className="catalog-version">
      <div>
        <strong>
          {number} · {fileName}
        </strong>{' '}
        <Tag tone={tone}>{word}</Tag>
        <p className="quiet">
          {formatMoment(uploadedDate, zone)}
          {uploadedBy ? ` by ${uploadedBy.username}` : ''} · {formatBytes(size, 1)}
          {state === 'ready' ? ` · ${counted(version.messageCount, 'message')}, ${counted(version.signalCount, 'signal')}` : ''}
        </p>
        {comment ? <p>{comment}</p> : null}
        {problem ? <p className="catalog-problem">{problem}</p> : null}
        {noteCount > 0 ? (
          <details>
            <summary>
              {noteCount} {noteCount === 1 ? 'note' : 'notes'} on the file
            </summary>
            <ul>
              {notes.map(({ line, text }) => (
                <li key={`${line} ${text}`}>
                  <span className="mono quiet">line {line}</span> {text}
                </li>
              ))}
            </ul>
            {noteCount > notes.length ? <p className="quiet">and {noteCount - notes.length} more</p> : null}
          </details>
        ) : null}
      </div>
      <button type="button" className="button quiet" onClick={() => void save(catalogId, number)}>
        Download
      </button>
    </li>
  )
}

async function save(id: number, number: number) {
  try {
    const { fileName, file } = await call(getCatalogFile, { params: { id, number } })
    saveAs(new Blob([Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))]), fileName)
  } catch (raised) {
    showToast(`The download failed: ${asApiError(raised).message}`, 'error', 4000)
  }
}
