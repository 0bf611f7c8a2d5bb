import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { listDevices } from '#contract/devices.ts'
import { listFleets, listVehicles } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { Figures } from '#web/features/home/figures.tsx'
import '#web/features/home/home.css'
import { loggersByVehicle } from '#web/features/home/logger-state.ts'
import { RecentUploads } from '#web/features/home/recent-uploads.tsx'
import { PositionsPanel } from '#web/features/map/positions-panel.tsx'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { FleetActions } from './fleet-actions.tsx'
import { VehicleDialog } from './vehicle-dialog.tsx'
import { VehicleTable } from './vehicle-table.tsx'

const pollMs = 10_000
const crumbs = [
  { title: 'Dashboard', path: pagePath('home', {}) },
  { title: 'Fleets', path: pagePath('fleets', {}) },
]

/** One fleet: its vehicles with what their loggers do, where they are, and what came in last. */
export function FleetPage() {
  const { fleetId } = useParams({ strict: false })
  const id = Number(fleetId)
  const administrator = isAdministrator(useUser())
  const [isAdding, setAdding] = useState(false)
  const fleets = useQuery({ queryKey: ['fleets'], queryFn: () => call(listFleets), ...live(['fleet'], pollMs) })
  const devices = useQuery({ queryKey: ['devices'], queryFn: () => call(listDevices), ...live(['device', 'fleet'], pollMs) })
  const vehicles = useQuery({
    queryKey: ['fleetVehicles', id],
    queryFn: () => call(listVehicles, { params: { id } }),
    ...live(['fleet', 'upload'], pollMs),
  })
  const fleet = fleets.data?.find((one) => one.id === id)
  const failed = [vehicles, fleets].find(({ error, data }) => error && data === undefined)
  const loggers = loggersByVehicle(devices.data ?? [])
  return (
    <>
      <PageHeader
        title={fleet?.name ?? 'Fleet'}
        crumbs={crumbs}
        beside={fleet?.demo ? <Tag tone="info">demo</Tag> : null}
        actions={
          fleet ? (
            <>
              <PageLink page="groups" search={{ f: String(id) }} className="button">
                Search its recordings
              </PageLink>
              <button
                type="button"
                className="button primary"
                disabled={!administrator}
                title={administrator ? undefined : 'Only administrators add vehicles'}
                onClick={() => setAdding(true)}
              >
                Add vehicle
              </button>
              <FleetActions {...{ fleet, administrator }} onDeleted={() => goTo(pagePath('fleets', {}))} />
            </>
          ) : null
        }
      />
      {failed ? <ErrorCard error={asApiError(failed.error)} retry={() => void failed.refetch()} /> : null}
      {isAdding && fleet ? <VehicleDialog fleet={fleet} onClose={() => setAdding(false)} /> : null}
      {fleet && vehicles.data ? (
        <div className="home">
          <div className="home-main">
            <Figures fleets={[fleet]} loggers={loggers} />
            <VehicleTable {...{ fleet, loggers, administrator }} vehicles={vehicles.data} />
          </div>
          <div className="home-side">
            <PositionsPanel title="Where they are" vehicles={vehicles.data} fleetId={id} />
            <RecentUploads fleetId={id} pollMs={pollMs} />
          </div>
        </div>
      ) : failed ? null : (
        <div className="panel" style={{ height: 240 }} aria-label="Loading" role="status" />
      )}
    </>
  )
}
