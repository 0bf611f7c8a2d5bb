import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Vehicle } from '#contract/fleets.ts'
import { asApiError } from '#web/api/errors.ts'
import { useFleets } from '#web/features/groups/vehicle-picker.tsx'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { stringifySearch } from '#web/router/search.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { LivePositions } from './live-positions.tsx'
import './map-page.css'
import { MapFilter } from './map-filter.tsx'
import { hasRange, mapSearchOf, queryOfMap } from './map-search.ts'
import type { MapSearch } from './map-search.ts'
import { RecordingRoute } from './recording-route.tsx'
import { VehicleRoutes } from './vehicle-routes.tsx'

/** Where vehicles are, where they were, and what a signal said on the way. */
export function MapPage() {
  const search = mapSearchOf(useSearch({ strict: false }))
  const { data, error, refetch } = useFleets()
  const { fleets, vehicles } = search
  const chosen = useMemo(
    () =>
      data === undefined
        ? null
        : vehiclesOf(
            data.flatMap((fleet) => fleet.vehicles),
            fleets,
            vehicles,
          ),
    // the numbers, not the arrays, which are new with each look at the address
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [data, fleets.join(), vehicles.join()],
  )
  const show = (change: Partial<MapSearch>) => goTo(pagePath('map', {}) + stringifySearch(queryOfMap({ ...search, ...change })))
  return (
    <>
      <PageHeader
        title="Map"
        crumbs={[{ title: 'Dashboard', path: pagePath('home', {}) }]}
        help={{ title: 'Map', text: <Help /> }}
      />
      <MapFilter
        key={stringifySearch(queryOfMap(search))}
        search={search}
        onShow={(change) => show({ ...change, fileId: null, signal: null })}
      />
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {chosen === null ? null : search.fileId !== null ? (
        <RecordingRoute
          key={search.fileId}
          fileId={search.fileId}
          signal={search.signal}
          onSignal={(signal) => show({ signal })}
          onLeave={() => show({ fileId: null, signal: null })}
        />
      ) : hasRange(search) ? (
        <VehicleRoutes vehicles={chosen} search={search} onRecording={(fileId) => show({ fileId, signal: null })} />
      ) : (
        <LivePositions vehicles={chosen} />
      )}
    </>
  )
}

/** The chosen vehicles and those of the chosen fleets; all of them when nothing is chosen. */
function vehiclesOf(all: readonly Vehicle[], fleets: readonly number[], vehicles: readonly number[]): readonly Vehicle[] {
  if (fleets.length === 0 && vehicles.length === 0) return all
  return all.filter(({ id, fleetId }) => fleets.includes(fleetId) || vehicles.includes(id))
}

function Help() {
  return (
    <>
      <p>Without a date range the map shows where vehicles were last seen. With one it shows their routes, each in its colour.</p>
      <p>
        Choose a recording to see its route alone, coloured by one of its signals. A click on a route shows the point and opens
        the recording there.
      </p>
    </>
  )
}
