import { useQuery } from '@tanstack/react-query'
import { getScript } from '#contract/device-scripts.ts'
import type { DeviceScript } from '#contract/device-scripts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { download } from '#web/features/groups/download.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AttachButton } from './attach-button.tsx'
import './device-scripts.css'

/** What is known of the logger's script that made an upload. */
export function ScriptDialog({ scriptId, onClose }: { readonly scriptId: number; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['deviceScript', scriptId],
    queryFn: ({ signal }) => call(getScript, { params: { id: scriptId }, signal }),
  })
  const foot = (
    <button type="button" className="button" onClick={onClose}>
      Close
    </button>
  )
  return (
    <Dialog title={data ? `Script: ${data.name}` : 'Script'} size="form" onClose={onClose} foot={foot}>
      {error && data === undefined ? (
        <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
      ) : null}
      {data === undefined && !error ? <div className="skeleton script-waiting" role="status" aria-label="Loading" /> : null}
      {data ? <Facts script={data} /> : null}
    </Dialog>
  )
}

function Facts({ script }: { script: DeviceScript }) {
  const zone = useZone()
  const administrator = isAdministrator(useUser())
  const { id, downloadFile, vsdbName, collections, dateCreated } = script
  return (
    <dl className="script-facts">
      <dt>Download File</dt>
      <dd>
        {downloadFile ? (
          <button type="button" className="button" onClick={() => void download({ type: 'download', id: downloadFile.id })}>
            <Icon name="download" size={16} /> Download ({formatBytes(downloadFile.size, 1)})
          </button>
        ) : (
          <span className="quiet">No file is attached</span>
        )}
        {administrator ? <AttachButton scriptId={id} kind="file" again={downloadFile !== null} /> : null}
      </dd>
      <dt>VSDB</dt>
      <dd>
        {vsdbName === null ? (
          <span className="quiet">No VSDB is attached</span>
        ) : (
          <button type="button" className="button" onClick={() => void download({ type: 'vsdb', scriptId: id })}>
            <Icon name="download" size={16} /> {vsdbName}
          </button>
        )}
        {administrator ? <AttachButton scriptId={id} kind="vsdb" again={vsdbName !== null} /> : null}
      </dd>
      <dt>Collections</dt>
      <dd>
        {collections.length === 0 ? <span className="quiet">Empty</span> : null}
        {collections.map(({ name }) => (
          <span key={name} className="chip">
            {name}
          </span>
        ))}
      </dd>
      <dt>Date Created</dt>
      <dd>{formatMoment(dateCreated, zone)}</dd>
    </dl>
  )
}
