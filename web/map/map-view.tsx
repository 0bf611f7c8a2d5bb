import { lazy, Suspense } from 'react'
import type { MapCanvasProps } from './map-canvas.tsx'
import './map.css'

const MapCanvas = lazy(async () => ({ default: (await import('./map-canvas.tsx')).MapCanvas }))
const PlainMap = lazy(async () => ({ default: (await import('./plain-map.tsx')).PlainMap }))

let knowsWebGl: boolean | undefined

/** Asked once: a context is a scarce thing. */
function hasWebGl(): boolean {
  knowsWebGl ??= document.createElement('canvas').getContext('webgl2') !== null
  return knowsWebGl
}

/** A map, loaded when it is first shown; a plain one where the browser has no WebGL. */
export function MapView(props: MapCanvasProps) {
  return (
    <Suspense
      fallback={
        <div className="map-box" aria-busy="true">
          <p className="map-wait" role="status">
            Loading Map...
          </p>
        </div>
      }
    >
      {hasWebGl() ? <MapCanvas {...props} /> : <PlainMap {...props} />}
    </Suspense>
  )
}
