import { useMemo } from 'react'
import type { Vehicle } from '#contract/fleets.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatAge, formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { emptyDrawing } from '#web/map/drawn.ts'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { useLatest } from './latest.ts'
import { fitOf, pinsOf } from './pins.ts'
import { MapRoom } from './map-room.tsx'

/** Where the vehicles were last seen. */
export function LivePositions({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { data, error, refetch } = useLatest()
  const now = useNow()
  const zone = useZone()
  const pins = useMemo(() => pinsOf(data ?? [], vehicles, now), [data, vehicles, now])
  const drawing = useMemo(() => ({ ...emptyDrawing, pins }), [pins])
  const fleetOf = new Map(vehicles.map(({ id, fleetId }) => [String(id), fleetId]))
  const timeOf = new Map((data ?? []).map(({ vehicleId, gpsTimestamp }) => [String(vehicleId), gpsTimestamp]))
  return (
    <MapRoom
      label="Map of the last known positions"
      drawing={drawing}
      fit={fitOf(pins)}
      isFar
      note={data === undefined ? null : pins.length === 0 ? 'No results found' : null}
      onPin={(id) => goTo(pagePath('vehicle', { fleetId: fleetOf.get(id) ?? 0, vehicleId: id }))}
    >
      <h2>Last known positions</h2>
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      <ul className="map-legend">
        {pins.map(({ id, name, tone }) => (
          <li key={id}>
            <span className={`map-dot ${tone}`} />
            <PageLink page="vehicle" params={{ fleetId: fleetOf.get(id) ?? 0, vehicleId: id }}>
              {name}
            </PageLink>
            <span className="quiet" title={formatMoment(timeOf.get(id), zone) ?? undefined}>
              {formatAge(timeOf.get(id), now)}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">
        {pins.length} of {vehicles.length} vehicles have said where they are. Choose a date range to see routes.
      </p>
    </MapRoom>
  )
}
