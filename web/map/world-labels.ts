import type { Feature, MultiPolygon, Point, Position } from 'geojson'

export interface CountryLabel {
  readonly name: string
  /** Of its largest piece, as a share of the width of the world map: what decides from which zoom on it is written. */
  readonly size: number
}

/** A country's name in the middle of its largest piece; null for one without a name or an area. */
export function labelOf({ geometry, properties }: Feature<MultiPolygon, { name: string }>): Feature<Point, CountryLabel> | null {
  const measured = geometry.coordinates.flatMap(([ring]) => (ring === undefined ? [] : [middleOf(ring)]))
  const largest = measured.toSorted((a, b) => b.area - a.area)[0]
  if (largest === undefined || largest.area === 0 || !properties.name) return null
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [largest.x, largest.y] },
    properties: { name: properties.name, size: Math.sqrt(largest.area) / 360 },
  }
}

/** Centre of gravity and area (square degrees, as wide as they are on the ground) of a ring. */
function middleOf(ring: readonly Position[]): { x: number; y: number; area: number } {
  let [twice, x, y] = [0, 0, 0]
  ring.forEach(([x0 = 0, y0 = 0], at) => {
    const [x1 = 0, y1 = 0] = ring[(at + 1) % ring.length] ?? []
    const cross = x0 * y1 - x1 * y0
    twice += cross
    x += (x0 + x1) * cross
    y += (y0 + y1) * cross
  })
  if (twice === 0) return { x: 0, y: 0, area: 0 }
  const middle = { x: x / (3 * twice), y: y / (3 * twice) }
  return { ...middle, area: Math.abs(twice / 2) * Math.cos((middle.y * Math.PI) / 180) }
}
