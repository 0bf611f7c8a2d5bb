import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDevices } from '#contract/devices.ts'
import { listFleets } from '#contract/fleets.ts'
import type { Fleet } from '#contract/fleets.ts'
import { getDemo } from '#contract/server.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live, pollUnlessLive } from '#web/events/current-events.ts'
import { PositionsPanel } from '#web/features/map/positions-panel.tsx'
import { useUser } from '#web/features/session/current-session.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { Figures } from './figures.tsx'
import { FleetPanel } from './fleet-panel.tsx'
import { loggersByVehicle } from './logger-state.ts'
import { RecentUploads } from './recent-uploads.tsx'
import './home.css'

/** How often the dashboard looks again while the server cannot tell of changes, milliseconds. */
const pollMs = 10_000

const isBetween = (demo: string | undefined) => demo === 'arriving' || demo === 'removing'

/** Fleets with what each logger is doing, and what came in last. */
export function HomePage() {
  const user = useUser()
  const fleets = useQuery({ queryKey: ['fleets'], queryFn: () => call(listFleets), ...live(['fleet'], pollMs) })
  const devices = useQuery({ queryKey: ['devices'], queryFn: () => call(listDevices), ...live(['device', 'fleet'], pollMs) })
  const demo = useQuery({
    queryKey: ['demo'],
    queryFn: () => call(getDemo),
    meta: { topics: ['fleet'] },
    // Nobody tells when it has arrived whole.
    refetchInterval: ({ state }) => (isBetween(state.data?.state) ? pollMs : pollUnlessLive(pollMs)),
  })
  const failed = [fleets, devices].find(({ error, data }) => error && data === undefined)
  const loggers = loggersByVehicle(devices.data ?? [])
  const vehicles = useMemo(() => (fleets.data ?? []).flatMap((fleet) => fleet.vehicles), [fleets.data])

  return (
    <>
      <PageHeader title="Dashboard" help={{ text: <Help /> }} />
      {demo.data ? <DemoNotice state={demo.data.state} user={user} /> : null}
      {failed ? <ErrorCard error={asApiError(failed.error)} retry={() => void failed.refetch()} /> : null}
      {!failed && (fleets.data === undefined || devices.data === undefined) ? <Loading /> : null}
      {fleets.data && devices.data && !failed ? (
        fleets.data.length === 0 ? (
          <FirstRun arriving={demo.data?.state === 'arriving'} />
        ) : (
          <div className="home">
            <div className="home-main">
              <Figures fleets={fleets.data} loggers={loggers} />
              {sorted(fleets.data).map((fleet) => (
                <FleetPanel key={fleet.id} fleet={fleet} loggers={loggers} />
              ))}
            </div>
            <div className="home-side">
              <PositionsPanel title="Fleet map" vehicles={vehicles} />
              <RecentUploads pollMs={pollMs} />
            </div>
          </div>
        )
      ) : null}
    </>
  )
}

/** Real fleets before the demo's, then by name. */
const sorted = (fleets: readonly Fleet[]) =>
  fleets.toSorted((a, b) => Number(a.demo) - Number(b.demo) || a.name.localeCompare(b.name, undefined, { numeric: true }))

function FirstRun({ arriving }: { arriving: boolean }) {
  return (
    <section className="panel">
      {arriving ? (
        <EmptyState
          title="The demo fleet is arriving"
          text="Pretend loggers are uploading their first drives. They appear here within a minute."
        />
      ) : (
        <EmptyState
          title="No fleets yet"
          text="An administrator adds fleets, vehicles and loggers. As soon as a logger uploads, its recordings are here."
        />
      )}
    </section>
  )
}

function Loading() {
  return (
    <div className="home" aria-label="Loading" role="status">
      <div className="home-main">
        <div className="panel" style={{ height: 68 }} />
        <div className="panel" style={{ height: 320 }} />
      </div>
      <div className="panel" style={{ height: 400 }} />
    </div>
  )
}

function Help() {
  return (
    <>
      <p>Every vehicle with its logger: when it was last heard from, how full its storage is and how many uploads wait on it.</p>
      <p>A logger is silent after 24 hours without a sign, and nearly full below 10 % of free storage.</p>
    </>
  )
}
