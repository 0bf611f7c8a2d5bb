import type { ReactNode } from 'react'
import type { ChosenPoint, Drawing } from '#web/map/drawn.ts'
import { MapView } from '#web/map/map-view.tsx'
import { closeUp, useBaseMap } from './base-map.ts'
import './map-page.css'

interface MapRoomProps {
  label: string
  drawing: Drawing
  fit: string
  focus?: string | null
  /** Whether it shows vehicles and not routes: then it stays so far away that one sees where that is. */
  isFar?: boolean
  onPoint?: (chosen: ChosenPoint) => void
  onPin?: (id: string) => void
  /** Over the map while there is nothing on it. */
  note?: string | null
  /** Beside the map, or under it on a small screen. */
  children: ReactNode
}

/** The map with what belongs to it at its side. */
export function MapRoom({ note, isFar = false, children, ...map }: MapRoomProps) {
  const base = useBaseMap()
  return (
    <div className="map-page">
      <div className="panel map-stage">
        {base === undefined ? (
          <p className="map-wait" role="status">
            Loading Map...
          </p>
        ) : (
          <MapView base={base} {...map} {...(isFar ? { closest: closeUp(base) } : {})} />
        )}
        {note ? (
          <p className="map-note" role="status">
            {note}
          </p>
        ) : null}
      </div>
      <aside className="panel map-side">{children}</aside>
    </div>
  )
}
