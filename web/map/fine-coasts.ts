import { GeoJSONSource } from 'maplibre-gl'
import type { Map as LibraryMap } from 'maplibre-gl'
import { useEffect } from 'react'
import type { BaseMap } from './base-map.ts'
import type { Corners } from './geometry.ts'
import { boxAround, holds, nearWorld } from './near-world.ts'
import { fineZoom, loadWorld } from './world.ts'

/** Lays finer coasts over the shipped world where somebody looks closely; only once the first picture is there. */
export function useFineCoasts(map: { readonly current: LibraryMap | null }, base: BaseMap, isDrawn: boolean): void {
  useEffect(() => {
    const made = map.current
    if (made === null || !isDrawn || base.tiles !== null) return
    let isWanted = true
    let shown: Corners | undefined
    const refine = () => {
      if (made.getZoom() < fineZoom || (shown !== undefined && holds(shown, seenOn(made)))) return
      loadWorld('fine').then(
        (fine) => {
          if (!isWanted) return
          const box = boxAround(seenOn(made))
          shown = box
          for (const [name, data] of Object.entries(nearWorld(fine, box))) {
            const source = made.getSource(name)
            if (source instanceof GeoJSONSource) void source.setData(data)
          }
        },
        // the coarse coasts stay
        () => undefined,
      )
    }
    // a style in the colours of another theme has none of it
    const again = () => {
      shown = undefined
      refine()
    }
    made.on('moveend', refine)
    made.on('style.load', again)
    refine()
    return () => {
      isWanted = false
      made.off('moveend', refine)
      made.off('style.load', again)
    }
  }, [map, base, isDrawn])
}

function seenOn(map: LibraryMap): Corners {
  const seen = map.getBounds()
  return { west: seen.getWest(), south: seen.getSouth(), east: seen.getEast(), north: seen.getNorth() }
}
