import { useQuery } from '@tanstack/react-query'
import { searchArchive } from '#contract/archive.ts'
import type { UploadRow } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { shortSize, typeName } from '#web/features/groups/selection.ts'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'

const shown = 12

interface RecentUploadsProps {
  vehicleId?: number
  fleetId?: number
  pollMs: number
}

/** The newest uploads, of everything, of a fleet or of one vehicle. */
export function RecentUploads({ vehicleId, fleetId, pollMs }: RecentUploadsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['recentUploads', vehicleId ?? null, fleetId ?? null],
    queryFn: () =>
      call(searchArchive, {
        body: {
          ...(vehicleId === undefined ? {} : { vehicleId: [vehicleId] }),
          ...(fleetId === undefined ? {} : { fleetId: [fleetId] }),
          sort: 'uploadId',
          order: 'desc',
          offset: 0,
          max: shown,
          remember: false,
        },
      }),
    ...live(['upload', 'fleet'], pollMs),
  })
  return (
    <section className="panel">
      <h2 className="panel-title">
        Recent uploads <PageLink page="groups">Data Groups</PageLink>
      </h2>
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <p className="quiet" style={{ padding: '0 14px 14px' }}>
          Nothing has been uploaded yet. Loggers upload by themselves; you can also drop files onto this page.
        </p>
      ) : null}
      <ul className="recent">
        {data?.map((row) => (
          <Upload key={row.uploadId} row={row} withVehicle={vehicleId === undefined} />
        ))}
      </ul>
    </section>
  )
}

function Upload({ row, withVehicle }: { row: UploadRow; withVehicle: boolean }) {
  const zone = useZone()
  const now = useNow()
  const vehicle = row.vehicle?.displayName || row.vehicle?.name
  const problem = row.versions.find(({ state }) => state === 'failed')?.problem
  return (
    <li>
      <PageLink page="groups" search={{ name: row.displayName }} title={`Show ${row.displayName} in Data Groups`}>
        {row.displayName}
      </PageLink>
      <span className="quiet" title={`Received ${formatMoment(row.receivedDate, zone)}`}>
        {formatAge(row.receivedDate, now)}
      </span>
      <span className="quiet">
        {withVehicle && vehicle ? `${vehicle} · ` : ''}
        {formatMoment(row.startDate, zone)}
      </span>
      <span className="quiet mono" title="Upload Id">
        {row.uploadId}
      </span>
      <span className="sizes">
        {row.versions.map(({ id, extension, size }) => (
          <span key={id} className="chip">
            {typeName(extension)} <span className="quiet">{shortSize(size)}</span>
          </span>
        ))}
        {problem ? <span className="quiet">{problem}</span> : null}
      </span>
    </li>
  )
}
