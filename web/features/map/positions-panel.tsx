import { useEffect, useMemo, useRef, useState } from 'react'
import type { Vehicle } from '#contract/fleets.ts'
import { formatAge } from '#web/format/time.ts'
import { emptyDrawing } from '#web/map/drawn.ts'
import { MapView } from '#web/map/map-view.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo, PageLink } from '#web/router/page-link.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { closeUp, useBaseMap } from './base-map.ts'
import { useLatest } from './latest.ts'
import { fitOf, pinsOf } from './pins.ts'
import './positions-panel.css'

interface PositionsPanelProps {
  title: string
  vehicles: readonly Pick<Vehicle, 'id' | 'fleetId' | 'name' | 'displayName'>[]
  /** Only those of a fleet, or one vehicle. */
  fleetId?: number
  vehicleId?: number
}

/** Last known positions on a small map, which is loaded when somebody sees it; nothing where no vehicle has said one. */
export function PositionsPanel({ title, vehicles, fleetId, vehicleId }: PositionsPanelProps) {
  const { data } = useLatest({ ...(fleetId === undefined ? {} : { fleetId }), ...(vehicleId === undefined ? {} : { vehicleId }) })
  const now = useNow()
  const pins = useMemo(() => pinsOf(data ?? [], vehicles, now), [data, vehicles, now])
  const drawing = useMemo(() => ({ ...emptyDrawing, pins }), [pins])
  const base = useBaseMap()
  const [room, isSeen] = useSeen()
  if (pins.length === 0) return null
  const newest = data
    ?.map(({ gpsTimestamp }) => gpsTimestamp)
    .toSorted()
    .at(-1)
  const search = vehicleId === undefined ? { f: fleetId?.toString() } : { v: String(vehicleId) }
  const fleetOf = (id: string) => vehicles.find((vehicle) => String(vehicle.id) === id)?.fleetId ?? 0
  return (
    <section className="panel">
      <h2 className="panel-title">
        {title} <span className="quiet">{formatAge(newest, now)}</span>
        <PageLink page="map" search={search}>
          Map
        </PageLink>
      </h2>
      <div ref={room} className="positions-room">
        {isSeen && base !== undefined ? (
          <MapView
            label={title}
            base={base}
            drawing={drawing}
            fit={fitOf(pins)}
            closest={closeUp(base)}
            onPin={(id) => goTo(pagePath('vehicle', { fleetId: fleetOf(id), vehicleId: id }))}
          />
        ) : null}
      </div>
    </section>
  )
}

/** True from the first time that the element is on the screen. */
function useSeen(): [React.RefCallback<HTMLDivElement>, boolean] {
  const [isSeen, setSeen] = useState(false)
  const watcher = useRef<IntersectionObserver>(null)
  useEffect(() => () => watcher.current?.disconnect(), [])
  const watch = (element: HTMLDivElement | null) => {
    watcher.current?.disconnect()
    if (element === null || isSeen) return
    watcher.current = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watcher.current.observe(element)
  }
  return [watch, isSeen]
}
