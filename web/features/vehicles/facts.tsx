import type { getVehicle } from '#contract/fleets.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { useNow } from '#web/ui/use-now.ts'

export type VehicleDetail = AnswerOf<typeof getVehicle>

/** The vehicle at a glance. */
export function Facts({ vehicle }: { vehicle: VehicleDetail }) {
  const zone = useZone()
  const now = useNow()
  const heard = vehicle.devices.map(({ lastCheckin }) => lastCheckin).filter((moment) => moment !== null)
  const lastHeard = heard.toSorted().at(-1)
  return (
    <dl className="panel figures">
      <div className="figure">
        <dt>Fleet</dt>
        <dd>
          <PageLink page="fleet" params={{ fleetId: vehicle.fleetId }}>
            {vehicle.fleetName}
          </PageLink>
        </dd>
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
