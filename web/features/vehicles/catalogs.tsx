import { useQuery } from '@tanstack/react-query'
import { listCatalogs } from '#contract/catalogs.ts'
import type { Catalog, CatalogAssignment } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { limitsOf, placeOf } from '#web/features/catalogs/texts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'

/** Catalogs that one answer holds at most. */
const most = 500

/** Which catalogs decode what the vehicle records, and through which assignment. */
export function Catalogs({ vehicleId, fleetId }: { vehicleId: number; fleetId: number }) {
  const zone = useZone()
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogs', 'all'],
    queryFn: ({ signal }) => call(listCatalogs, { query: { max: most }, signal }),
  })
  const assigned = assignedTo(data ?? [], vehicleId, fleetId)
  return (
    <section className="panel">
      <div className="fleet-title">
        <h2>Catalogs</h2>
        <PageLink page="catalogs" className="fleet-more">
          All catalogs
        </PageLink>
      </div>
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data && assigned.length === 0 ? (
        <p className="quiet" style={{ padding: 14 }}>
          No catalog is assigned to this vehicle, its fleet or the organization: its frames are not decoded.
        </p>
      ) : null}
      <ul className="vehicle-catalogs">
        {assigned.map(({ catalog, assignment }) => (
          <li key={assignment.id}>
            <PageLink page="catalog" params={{ catalogId: catalog.id }}>
              {catalog.name}
            </PageLink>
            <span className="chip">{catalog.kind.toUpperCase()}</span>
            <span className="quiet">
              {[`for ${placeOf(assignment)}`, limitsOf(assignment, zone)].filter((part) => part !== '').join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In the order in which they are asked: the vehicle's own, its fleet's, the organization's. */
function assignedTo(catalogs: readonly Catalog[], vehicleId: number, fleetId: number) {
  const rank = ({ vehicle, fleet }: CatalogAssignment): number => {
    if (vehicle !== null) return vehicle.id === vehicleId ? 0 : -1
    return fleet === null ? 2 : fleet.id === fleetId ? 1 : -1
  }
  return catalogs
    .flatMap((catalog) => catalog.assignments.map((assignment) => ({ catalog, assignment })))
    .filter(({ assignment }) => rank(assignment) >= 0)
    .toSorted((a, b) => rank(a.assignment) - rank(b.assignment))
}
