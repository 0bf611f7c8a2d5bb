import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getVehicle } from '#contract/fleets.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { RecentUploads } from '#web/features/home/recent-uploads.tsx'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import '#web/features/home/home.css'

type Vehicle = AnswerOf<typeof getVehicle>
const pollMs = 10_000

/** One vehicle: which loggers it has carried, and what they brought. */
export function VehiclePage() {
  const { vehicleId } = useParams({ strict: false })
  const id = Number(vehicleId)
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicle', id],
    queryFn: () => call(getVehicle, { params: { id } }),
    refetchInterval: pollMs,
  })
  const crumbs = [{ title: 'Dashboard', path: pagePath('home', {}) }, ...(data ? [{ title: data.fleetName }] : [])]
  return (
    <>
      <PageHeader
        title={data ? data.displayName || data.name : 'Vehicle'}
        crumbs={crumbs}
        actions={
          data ? (
            <PageLink page="groups" search={{ v: String(data.id) }} className="button">
              Search its recordings
            </PageLink>
          ) : null
        }
      />
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <div className="panel" style={{ height: 240 }} aria-label="Loading" role="status" /> : null}
      {data ? (
        <div className="home">
          <div className="home-main">
            <Facts vehicle={data} />
            <Devices vehicle={data} />
          </div>
          <div className="home-side">
            <RecentUploads vehicleId={data.id} pollMs={pollMs} />
          </div>
        </div>
      ) : null}
    </>
  )
}

function Facts({ vehicle }: { vehicle: Vehicle }) {
  const zone = useZone()
  const now = useNow()
  const heard = vehicle.devices.map(({ lastCheckin }) => lastCheckin).filter((moment) => moment !== null)
  const lastHeard = heard.toSorted().at(-1)
  return (
    <dl className="panel figures">
      <div className="figure">
        <dt>Fleet</dt>
        <dd>{vehicle.fleetName}</dd>
      </div>
      <div className="figure">
        <dt>Uploads</dt>
        <dd>{vehicle.uploadCount}</dd>
      </div>
      <div className="figure">
        <dt>Last upload</dt>
        <dd title={formatMoment(vehicle.lastUpload, zone) ?? undefined}>{formatAge(vehicle.lastUpload, now) ?? '–'}</dd>
      </div>
      <div className="figure">
        <dt>Last heard</dt>
        <dd title={formatMoment(lastHeard, zone) ?? undefined}>{formatAge(lastHeard, now) ?? '–'}</dd>
      </div>
    </dl>
  )
}

function Devices({ vehicle }: { vehicle: Vehicle }) {
  const zone = useZone()
  const devices = vehicle.devices.toSorted((a, b) => (a.from < b.from ? 1 : -1))
  return (
    <section className="panel">
      <div className="fleet-title">
        <h2>Loggers over time</h2>
      </div>
      {devices.length === 0 ? (
        <p className="quiet" style={{ padding: 14 }}>
          No logger has been assigned to this vehicle yet.
        </p>
      ) : (
        <table className="fleet-table">
          <thead>
            <tr>
              <th>Logger</th>
              <th>State</th>
              <th>From</th>
              <th>To</th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <tr key={`${device.id} ${device.from}`}>
                <td>
                  {device.type} <span className="mono">{device.serial}</span>
                </td>
                <td className="aside">
                  {device.to === null ? <Tag tone="ok">in the vehicle</Tag> : <Tag tone="idle">removed</Tag>}
                </td>
                <td className="quiet">{isBeginning(device.from) ? 'the beginning' : formatMoment(device.from, zone)}</td>
                <td className="quiet aside">{formatMoment(device.to, zone) ?? 'today'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** An assignment without a known beginning is stored from 1970 on. */
const isBeginning = (from: string) => Date.parse(from) <= 0
