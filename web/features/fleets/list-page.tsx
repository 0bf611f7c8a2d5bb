import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listDevices } from '#contract/devices.ts'
import { createFleet, listFleets } from '#contract/fleets.ts'
import type { Device } from '#contract/devices.ts'
import type { Fleet } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import '#web/features/home/home.css'
import { loggersByVehicle, loggerState } from '#web/features/home/logger-state.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { counted } from '#web/format/counts.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { FleetActions } from './fleet-actions.tsx'
import { NameDialog } from './name-dialog.tsx'

const pollMs = 10_000

/** All fleets of the organization. */
export function FleetsPage() {
  const administrator = isAdministrator(useUser())
  const [isAdding, setAdding] = useState(false)
  const fleets = useQuery({ queryKey: ['fleets'], queryFn: () => call(listFleets), ...live(['fleet'], pollMs) })
  const devices = useQuery({ queryKey: ['devices'], queryFn: () => call(listDevices), ...live(['device', 'fleet'], pollMs) })
  const loggers = loggersByVehicle(devices.data ?? [])
  return (
    <>
      <PageHeader
        title="Fleets"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        actions={
          <button
            type="button"
            className="button primary"
            disabled={!administrator}
            title={administrator ? undefined : 'Only administrators add fleets'}
            onClick={() => setAdding(true)}
          >
            Add fleet
          </button>
        }
        help={{
          title: 'Fleets',
          text: 'A fleet is a set of vehicles. Catalogs can be assigned to a whole fleet, and searches look through all of it.',
        }}
      />
      {isAdding ? (
        <NameDialog
          title="Add a fleet"
          action="Add fleet"
          name=""
          save={(name) => call(createFleet, { body: { name } })}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {fleets.error && fleets.data === undefined ? (
        <ErrorCard error={asApiError(fleets.error)} retry={() => void fleets.refetch()} />
      ) : null}
      {fleets.data?.length === 0 ? (
        <section className="panel">
          <EmptyState title="There are no fleets available." text="An administrator adds the first one with Add fleet." />
        </section>
      ) : null}
      {fleets.data && fleets.data.length > 0 ? (
        <section className="panel">
          <table className="fleet-table">
            <thead>
              <tr>
                <th>Fleet</th>
                <th className="medium">Vehicles</th>
                <th className="long">Loggers</th>
                <th className="short end">
                  <span className="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {fleets.data.map((fleet) => (
                <FleetRow key={fleet.id} {...{ fleet, loggers, administrator }} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </>
  )
}

function FleetRow(given: { fleet: Fleet; loggers: ReadonlyMap<number, Device>; administrator: boolean }) {
  const { fleet, loggers, administrator } = given
  const now = useNow()
  const words = fleet.vehicles.map(({ id }) => loggerState(loggers.get(id), now).word)
  const count = (...wanted: string[]) => words.filter((word) => wanted.includes(word)).length
  const [active, silent, full] = [count('active', 'nearly full'), count('silent'), count('nearly full')]
  return (
    <tr>
      <td>
        <PageLink page="fleet" params={{ fleetId: fleet.id }}>
          {fleet.name}
        </PageLink>{' '}
        {fleet.demo ? <Tag tone="info">demo</Tag> : null}
      </td>
      <td className="aside">{counted(fleet.vehicles.length, 'vehicle')}</td>
      <td>
        {active > 0 ? <Tag tone="ok">{active} active</Tag> : null} {silent > 0 ? <Tag tone="warn">{silent} silent</Tag> : null}{' '}
        {full > 0 ? <Tag tone="bad">{full} nearly full</Tag> : null}
      </td>
      <td className="end">
        <FleetActions fleet={fleet} administrator={administrator} />
      </td>
    </tr>
  )
}
