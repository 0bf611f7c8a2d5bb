import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { abandonPendingUpload, listPendingUploads } from '#contract/pending-uploads.ts'
import type { PendingUpload } from '#contract/pending-uploads.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { useNow } from '#web/ui/use-now.ts'
import './pending-uploads.css'

const pollMs = 10_000
/** What stands below must not be pushed out of sight by a fleet that comes home. */
const shownFirst = 3

interface Given {
  /** Only those for this vehicle, or of this device. */
  readonly vehicleId?: number
  readonly deviceId?: number
}

/** Uploads that have begun and are not complete; nothing while there are none. */
export function PendingUploads({ vehicleId, deviceId }: Given) {
  const { data = [] } = useQuery({
    queryKey: ['pendingUploads', vehicleId ?? null, deviceId ?? null],
    queryFn: ({ signal }) => call(listPendingUploads, { query: { vehicleId, deviceId }, signal }),
    refetchInterval: pollMs,
  })
  const [all, setAll] = useState(false)
  const [abandoning, setAbandoning] = useState<PendingUpload | null>(null)
  if (data.length === 0) return null
  return (
    <section className="panel" aria-label="Pending uploads">
      <h2 className="panel-title">
        Pending uploads <span className="quiet">{data.length}</span>
      </h2>
      <ul className="pending">
        {(all ? data : data.slice(0, shownFirst)).map((upload) => (
          <Line key={upload.id} upload={upload} withVehicle={vehicleId === undefined} onAbandon={() => setAbandoning(upload)} />
        ))}
      </ul>
      {data.length > shownFirst ? (
        <button type="button" className="button quiet pending-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${data.length}`}
        </button>
      ) : null}
      {abandoning ? <AbandonDialog upload={abandoning} onClose={() => setAbandoning(null)} /> : null}
    </section>
  )
}

interface LineProps {
  upload: PendingUpload
  withVehicle: boolean
  onAbandon: () => void
}

function Line({ upload, withVehicle, onAbandon }: LineProps) {
  const zone = useZone()
  const now = useNow()
  const { fileName, collection, size, received, device, user, vehicle, startedDate, lastDate, expiresDate, mayAbandon } = upload
  const sender = user ? user.username : device ? `${device.type} ${device.serial}` : 'a logger'
  const of = withVehicle && vehicle ? `${vehicle.displayName || vehicle.name} · ` : ''
  const percent = size === 0 ? 0 : Math.floor((100 * received) / size)
  return (
    <li>
      <span className="pending-name" title={fileName}>
        {fileName}
      </span>
      <button
        type="button"
        className="button quiet"
        aria-label={`Give up ${fileName}`}
        disabled={!mayAbandon}
        title={mayAbandon ? undefined : 'Only its sender and administrators give an upload up'}
        onClick={onAbandon}
      >
        Give up
      </button>
      <progress max={100} value={percent} aria-label={`${fileName}: ${percent} %`} />
      <span className="quiet">
        {formatBytes(received, 1)} of {formatBytes(size, 1)} · {of}
        {collection} · {sender}
      </span>
      <span
        className="quiet"
        title={`Started ${formatMoment(startedDate, zone)}, given up ${formatMoment(expiresDate, zone)} if nothing more comes`}
      >
        last bytes {formatAge(lastDate, now)}
      </span>
    </li>
  )
}

function AbandonDialog({ upload, onClose }: { upload: PendingUpload; onClose: () => void }) {
  const client = useQueryClient()
  const abandoning = useMutation({
    mutationFn: () => call(abandonPendingUpload, { params: { uploadKey: upload.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['pendingUploads'] })
      onClose()
    },
  })
  const foot = (
    <>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" className="button danger" disabled={abandoning.isPending} onClick={() => abandoning.mutate()}>
        Give up
      </button>
    </>
  )
  return (
    <Dialog title="Give the upload up?" onClose={onClose} foot={foot}>
      {abandoning.error ? <ErrorCard title="An error occured" error={asApiError(abandoning.error)} /> : null}
      <p>
        The {formatBytes(upload.received, 1)} of <strong>{upload.fileName}</strong> that have arrived are removed. Its sender may
        begin it again.
      </p>
    </Dialog>
  )
}
