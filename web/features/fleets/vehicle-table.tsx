import type { Device } from '#contract/devices.ts'
import type { Fleet, listVehicles } from '#contract/fleets.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { loggerState } from '#web/features/home/logger-state.ts'
import { StorageMeter } from '#web/features/home/storage-meter.tsx'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { VehicleActions } from './vehicle-actions.tsx'

type Listed = AnswerOf<typeof listVehicles>[number]

interface VehicleTableProps {
  fleet: Fleet
  vehicles: readonly Listed[]
  loggers: ReadonlyMap<number, Device>
  administrator: boolean
}

/** The vehicles of a fleet, each with its logger. */
export function VehicleTable({ fleet, vehicles, loggers, administrator }: VehicleTableProps) {
  return (
    <section className="panel">
      {vehicles.length === 0 ? (
        <EmptyState
          title="No vehicles yet"
          text="An administrator adds the first one with Add vehicle, and assigns a logger to it."
        />
      ) : (
        <table className="fleet-table">
          <thead>
            <tr>
              <th>Vehicle</th>
              <th style={{ width: '20%' }}>Logger</th>
              <th style={{ width: '14%' }}>State</th>
              <th style={{ width: '12%' }}>Last heard</th>
              <th style={{ width: '12%' }}>Last upload</th>
              <th style={{ width: '14%' }}>Storage</th>
              <th className="tiny">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {vehicles.map((vehicle) => (
              <Row key={vehicle.id} {...{ fleet, vehicle, administrator }} device={loggers.get(vehicle.id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row(given: { fleet: Fleet; vehicle: Listed; device: Device | undefined; administrator: boolean }) {
  const { fleet, vehicle, device, administrator } = given
  const zone = useZone()
  const now = useNow()
  const { word, tone } = loggerState(device, now)
  return (
    <tr>
      <td>
        <PageLink page="vehicle" params={{ fleetId: vehicle.fleetId, vehicleId: vehicle.id }}>
          {vehicle.displayName || vehicle.name}
        </PageLink>
      </td>
      <td className="quiet mono only-wide">{device ? `${device.type} ${device.serial}` : ''}</td>
      <td className="aside">
        <Tag tone={tone}>{word}</Tag>
      </td>
      <td className="quiet only-wide" title={formatMoment(device?.lastCheckin, zone) ?? undefined}>
        {formatAge(device?.lastCheckin, now) ?? '–'}
      </td>
      <td className="quiet" title={formatMoment(vehicle.lastUpload, zone) ?? undefined}>
        {formatAge(vehicle.lastUpload, now) ?? '–'}
      </td>
      <td className="aside">{device ? <StorageMeter device={device} /> : null}</td>
      <td className="end">
        <VehicleActions {...{ vehicle, fleet, administrator }} />
      </td>
    </tr>
  )
}
