import type { Device } from '#contract/devices.ts'
import type { Fleet, Vehicle } from '#contract/fleets.ts'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { loggerState } from './logger-state.ts'
import { StorageMeter } from './storage-meter.tsx'

export function FleetPanel({ fleet, loggers }: { fleet: Fleet; loggers: ReadonlyMap<number, Device> }) {
  const vehicles = fleet.vehicles.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }))
  return (
    <section className="panel">
      <div className="fleet-title">
        <h2>
          <PageLink page="fleet" params={{ fleetId: fleet.id }}>
            {fleet.name}
          </PageLink>
        </h2>
        {fleet.demo ? <Tag tone="info">demo</Tag> : null}
        <span className="quiet">{vehicles.length === 1 ? '1 vehicle' : `${vehicles.length} vehicles`}</span>
      </div>
      {vehicles.length === 0 ? (
        <p className="quiet" style={{ padding: 14 }}>
          No vehicles in this fleet yet.
        </p>
      ) : (
        <table className="fleet-table">
          <thead>
            <tr>
              <th>Vehicle</th>
              <th className="long">Logger</th>
              <th className="medium">State</th>
              <th className="short">Last heard</th>
              <th className="medium">Storage</th>
              <th className="short end">Waiting</th>
            </tr>
          </thead>
          <tbody>
            {vehicles.map((vehicle) => (
              <VehicleRow key={vehicle.id} vehicle={vehicle} device={loggers.get(vehicle.id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const nameOf = ({ displayName, name }: Vehicle) => displayName || name

function VehicleRow({ vehicle, device }: { vehicle: Vehicle; device: Device | undefined }) {
  const zone = useZone()
  const now = useNow()
  const { word, tone } = loggerState(device, now)
  return (
    <tr>
      <td>
        <PageLink page="vehicle" params={{ fleetId: vehicle.fleetId, vehicleId: vehicle.id }}>
          {nameOf(vehicle)}
        </PageLink>
      </td>
      <td className="quiet mono only-wide">{device ? `${device.type} ${device.serial}` : ''}</td>
      <td className="aside">
        <Tag tone={tone}>{word}</Tag>
      </td>
      <td className="quiet" title={formatMoment(device?.lastCheckin, zone) ?? undefined}>
        {formatAge(device?.lastCheckin, now) ?? '–'}
      </td>
      <td className="aside">{device ? <StorageMeter device={device} /> : null}</td>
      <td className="end only-wide">{device?.state?.pendingUploads ?? ''}</td>
    </tr>
  )
}
