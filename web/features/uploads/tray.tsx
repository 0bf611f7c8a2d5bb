import { useEffect, useState } from 'react'
import { formatBytes } from '#web/format/bytes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { queue } from './current-queue.ts'
import { handleKeys } from './file-handles.ts'
import { TrayLine } from './tray-line.tsx'
import { totalOf } from './upload-queue.ts'
import type { UploadEntry } from './upload-queue.ts'

/** Uploads at the corner of the window: each with its bar, and all together. */
export function Tray({ entries }: { entries: readonly UploadEntry[] }) {
  const [folded, setFolded] = useState(false)
  const [handled, setHandled] = useState<ReadonlySet<string>>(new Set())
  const missing = entries.filter(({ state }) => state === 'missing')
  useEffect(() => {
    // Without IndexedDB there are no handles, and the file is asked for.
    if (missing.length > 0) handleKeys().then(setHandled, () => undefined)
  }, [missing.length])
  const { sent, size, busy, open } = totalOf(entries)
  const percent = size === 0 ? 100 : Math.floor((100 * sent) / size)
  const title = busy ? `Uploading ${open} of ${entries.length}` : open > 0 ? `${open} not finished` : `${entries.length} uploaded`
  return (
    <section className="tray" aria-label="Uploads">
      <div className="tray-head">
        <button type="button" className="tray-title" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          <span className={folded ? 'tray-fold' : 'tray-fold open'}>
            <Icon name="down" size={16} />
          </span>
          <strong role="status">{title}</strong>
          {size > 0 ? (
            <span className="quiet">
              {formatBytes(sent, 1)} of {formatBytes(size, 1)} · {percent} %
            </span>
          ) : null}
        </button>
        {open === 0 ? (
          <button type="button" className="button quiet icon" aria-label="Close" onClick={() => queue.clearFinished()}>
            <Icon name="close" size={16} />
          </button>
        ) : null}
      </div>
      <progress className="tray-total" max={100} value={size === 0 ? 0 : percent} aria-label="All uploads" />
      {folded ? null : (
        <>
          {missing.length > 0 ? (
            <p className="tray-note">
              {missing.length === 1 ? 'One upload was' : `${missing.length} uploads were`} interrupted. Drop or choose the same{' '}
              {missing.length === 1 ? 'file' : 'files'} again and {missing.length === 1 ? 'it goes' : 'they go'} on where{' '}
              {missing.length === 1 ? 'it' : 'they'} stopped.
            </p>
          ) : null}
          <ul className="tray-list">
            {entries.map((entry) => (
              <TrayLine key={entry.key} entry={entry} hasHandle={handled.has(entry.key)} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
