import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listDevices } from '#contract/devices.ts'
import { getVehicle } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { VehicleActions } from '#web/features/fleets/vehicle-actions.tsx'
import '#web/features/home/home.css'
import { RecentUploads } from '#web/features/home/recent-uploads.tsx'
import { PositionsPanel } from '#web/features/map/positions-panel.tsx'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { PendingUploads } from '#web/features/uploads/pending-uploads.tsx'
import { UploadButton } from '#web/features/uploads/upload-button.tsx'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Catalogs } from './catalogs.tsx'
import { Facts } from './facts.tsx'
import { Loggers } from './loggers.tsx'
import { TroubleCodes } from './trouble-codes.tsx'
import './vehicles.css'

const pollMs = 10_000

/** One vehicle: where it is, which loggers it has carried, what they brought, and what is wrong with it. */
export function VehiclePage() {
  const { vehicleId } = useParams({ strict: false })
  const id = Number(vehicleId)
  const administrator = isAdministrator(useUser())
  const { data, error, refetch } = useQuery({
    queryKey: ['vehicle', id],
    queryFn: () => call(getVehicle, { params: { id } }),
    ...live(['fleet', 'device', 'upload'], pollMs),
  })
  const devices = useQuery({ queryKey: ['devices'], queryFn: () => call(listDevices), ...live(['device', 'fleet'], pollMs) })
  const shown = useMemo(() => (data === undefined ? [] : [data]), [data])
  const fleet = data === undefined ? null : { id: data.fleetId, name: data.fleetName }
  const crumbs = [
    { title: 'Dashboard', path: pagePath('home', {}) },
    ...(fleet ? [{ title: fleet.name, path: pagePath('fleet', { fleetId: fleet.id }) }] : []),
  ]
  return (
    <>
      <PageHeader
        title={data ? data.displayName || data.name : 'Vehicle'}
        crumbs={crumbs}
        actions={
          data && fleet ? (
            <>
              <PageLink page="groups" search={{ v: String(data.id) }} className="button">
                Search its recordings
              </PageLink>
              <UploadButton target={`vehicle ${data.id}`} />
              <VehicleActions
                vehicle={data}
                {...{ fleet, administrator }}
                onDeleted={() => goTo(pagePath('fleet', { fleetId: fleet.id }))}
              />
            </>
          ) : null
        }
        help={{
          title: 'Vehicle',
          text: 'What a vehicle has recorded, with which loggers, and where it was last seen. Trouble codes are those of its 200 newest uploads.',
        }}
      />
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <div className="panel" style={{ height: 240 }} aria-label="Loading" role="status" /> : null}
      {data ? (
        <div className="home">
          <div className="home-main">
            <Facts vehicle={data} />
            <Loggers vehicle={data} devices={devices.data ?? []} />
            <TroubleCodes vehicleId={data.id} />
            <Catalogs vehicleId={data.id} fleetId={data.fleetId} />
          </div>
          <div className="home-side">
            <PositionsPanel title="Last position" vehicles={shown} vehicleId={data.id} />
            <PendingUploads vehicleId={data.id} />
            <RecentUploads vehicleId={data.id} pollMs={pollMs} />
          </div>
        </div>
      ) : null}
    </>
  )
}
